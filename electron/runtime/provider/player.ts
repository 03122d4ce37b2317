import type {
  ExecProgram,
  HostProfile,
  HostPlan,
  ObservedCallable,
  ToolRoute,
} from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { turnsOf, type Action, type Scenario, type ScenarioCall } from '../../../shared/scenario.ts';
import { taskFor, type ProviderThread } from './threads.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** What happens on the side of the wire while a reply is played: done by whoever runs the host. */
export type StageAction = Extract<Action, { do: 'environments' | 'listChanged' | 'approval' }>;

/** One piece of a reply, in the form that this client understands but not yet in the bytes of a wire. */
export type ReplyPart =
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'meet'; readonly child: string; readonly timeoutMs: number }
  | { readonly kind: 'pace'; readonly chunkMs: number }
  | { readonly kind: 'stage'; readonly action: StageAction }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly callable: ObservedCallable;
      readonly args: Arguments;
      readonly spawns?: string;
    }
  | { readonly kind: 'exec'; readonly program: ExecProgram; readonly text: string }
  | { readonly kind: 'search'; readonly args: Arguments }
  | { readonly kind: 'fail'; readonly status: number }
  | { readonly kind: 'drop' };

/** A reply that is planned but not yet played; `commit` moves the thread's script on. */
export interface Reply {
  readonly parts: readonly ReplyPart[];
  readonly commit: () => void;
}

export interface PlayerOptions {
  readonly scenario: Scenario;
  readonly profile: HostProfile;
  /** The server that calls without a server are meant for. */
  readonly defaultServer: string;
  /** Puts another call in place of one to a tool that is not registered. */
  readonly substitute?: ((call: ToolRoute) => { route: ToolRoute; args: Arguments } | undefined) | undefined;
}

const WAIT_MS = 60_000;
const MEET_MS = 20_000;
const nothing = (): void => undefined;

/** Turns the scenario's next turn of a thread into a reply in the forms that the thread was shown. */
export function createPlayer(options: PlayerOptions) {
  const { scenario, profile } = options;

  const target = (call: ScenarioCall, plan: HostPlan): { route: ToolRoute; args: Arguments } => {
    const route = { server: call.server ?? options.defaultServer, tool: call.tool };
    const known = plan.rows.some((row) => routeKey(row) === routeKey(route));
    return (known ? undefined : options.substitute?.(route)) ?? { route, args: call.args ?? {} };
  };

  /** The name that the profile gives to the tool, whether or not it was shown. */
  const predicted = (route: ToolRoute, plan: HostPlan): ObservedCallable => {
    const row = plan.rows.find((one) => routeKey(one) === routeKey(route)) ?? profile.names([route])[0];
    const name = row?.flat ?? row?.name ?? route.tool;
    return { name, ...(row?.namespace === undefined ? {} : { namespace: row.namespace }) };
  };

  const codeModeName = (route: ToolRoute, plan: HostPlan): string => {
    const row = plan.rows.find((one) => routeKey(one) === routeKey(route)) ?? profile.names([route])[0];
    return row?.codeMode ?? route.tool;
  };

  const execOf = (
    calls: readonly { route: ToolRoute; args: Arguments }[],
    plan: HostPlan,
  ): ReplyPart | undefined => {
    if (profile.exec === undefined) return undefined;
    const program: ExecProgram = {
      calls: calls.map(({ route, args }) => ({ name: codeModeName(route, plan), arguments: args })),
      order: calls.length > 1 ? 'parallel' : 'sequence',
      print: true,
    };
    return { kind: 'exec', program, text: profile.exec.render(program) };
  };

  const searchPart = (thread: ProviderThread, query: string, limit?: number): ReplyPart | undefined => {
    const tool = [...thread.own.values()].find((envelope) => envelope.role === 'search');
    if (tool === undefined) return undefined;
    if (profile.wire === 'responses')
      return { kind: 'search', args: { query, ...(limit === undefined ? {} : { limit }) } };
    return {
      kind: 'call',
      callable: { name: tool.name },
      args: { query, ...(limit === undefined ? {} : { max_results: limit }) },
    };
  };

  /** The parts that call these tools now, or the search that has to come first. */
  const callParts = (
    calls: readonly ScenarioCall[],
    thread: ProviderThread,
    plan: HostPlan,
    blind: boolean,
  ): { parts: readonly ReplyPart[] } | { searchFirst: ReplyPart; for: readonly ToolRoute[] } => {
    const targets = calls.map((call) => target(call, plan));
    const hidden = targets.filter(({ route }) => !thread.callables.has(routeKey(route)));
    if (!blind && hidden.length > 0) {
      const exec = thread.own.has('exec') ? execOf(targets, plan) : undefined;
      if (exec !== undefined) return { parts: [exec] };
      const unsearched = hidden.filter(({ route }) => !thread.searched.has(routeKey(route)));
      const first = unsearched[0];
      const search =
        first === undefined
          ? undefined
          : searchPart(thread, unsearched.map(({ route }) => route.tool).join(' '));
      if (search !== undefined) return { searchFirst: search, for: unsearched.map(({ route }) => route) };
    }
    return {
      parts: targets.map(({ route, args }) => ({
        kind: 'call',
        callable: thread.callables.get(routeKey(route)) ?? predicted(route, plan),
        args,
      })),
    };
  };

  const agentCall = (
    thread: ProviderThread,
    names: readonly string[],
    args: Arguments,
    spawns?: string,
  ): ReplyPart | undefined => {
    const own = names.map((name) => thread.own.get(name)).find((envelope) => envelope !== undefined);
    if (own === undefined) return undefined;
    const callable = { name: own.name, ...(own.namespace === undefined ? {} : { namespace: own.namespace }) };
    return { kind: 'call', callable, args, ...(spawns === undefined ? {} : { spawns }) };
  };

  const spawnPart = (thread: ProviderThread, child: string): ReplyPart | undefined =>
    profile.wire === 'responses'
      ? // Without "none" an ephemeral parent cannot be forked.
        agentCall(
          thread,
          ['spawn_agent'],
          { task_name: child, message: taskFor(child), fork_turns: 'none' },
          child,
        )
      : agentCall(
          thread,
          ['Agent', 'Task'],
          { description: child, prompt: taskFor(child), subagent_type: 'general-purpose' },
          child,
        );

  const waitPart = (thread: ProviderThread, timeoutMs: number): ReplyPart | undefined =>
    profile.wire === 'responses' ? agentCall(thread, ['wait_agent'], { timeout_ms: timeoutMs }) : undefined;

  const some = (part: ReplyPart | undefined): readonly ReplyPart[] => (part === undefined ? [] : [part]);

  /** Everything up to the end of the turn or up to what ends this attempt. */
  const planTurn = (thread: ProviderThread, plan: HostPlan): Reply | undefined => {
    const turns = turnsOf(scenario, thread.role);
    const turn = turns[thread.turn];
    if (turn === undefined) return undefined;
    const parts: ReplyPart[] = [];
    const nextTurn = (): void => {
      thread.turn += 1;
      thread.offset = 0;
    };
    for (let index = thread.offset; index < turn.length; index++) {
      const action = turn[index];
      if (action === undefined) break;
      switch (action.do) {
        case 'wait':
          parts.push({ kind: 'pause', ms: action.ms });
          break;
        case 'meet':
          parts.push({ kind: 'meet', child: action.child, timeoutMs: action.timeoutMs ?? MEET_MS });
          break;
        case 'stream':
          parts.push({ kind: 'pace', chunkMs: action.chunkMs });
          break;
        case 'text':
          parts.push({ kind: 'text', text: action.text });
          break;
        case 'environments':
        case 'listChanged':
        case 'approval':
          parts.push({ kind: 'stage', action });
          break;
        case 'search':
          parts.push(...some(searchPart(thread, action.query, action.limit)));
          break;
        case 'spawn':
          parts.push(...some(spawnPart(thread, action.child)));
          break;
        case 'waitFor':
          parts.push(...some(waitPart(thread, action.timeoutMs ?? WAIT_MS)));
          break;
        case 'call':
        case 'parallel': {
          const calls = action.do === 'call' ? [action] : action.calls;
          const planned = callParts(calls, thread, plan, action.do === 'call' && action.blind === true);
          if ('parts' in planned) {
            parts.push(...planned.parts);
            break;
          }
          // What stands before the call is played now; the call itself waits for the answer.
          const resumeAt = index;
          return {
            parts: [...parts, planned.searchFirst],
            commit: () => {
              thread.offset = resumeAt;
              for (const route of planned.for) thread.searched.add(routeKey(route));
            },
          };
        }
        case 'fail':
        case 'drop': {
          parts.push(action.do === 'fail' ? { kind: 'fail', status: action.status } : { kind: 'drop' });
          const behind = index + 1;
          return { parts, commit: behind < turn.length ? () => void (thread.offset = behind) : nextTurn };
        }
      }
    }
    return { parts, commit: nextTurn };
  };

  const says = (part: ReplyPart): boolean =>
    part.kind !== 'pause' && part.kind !== 'meet' && part.kind !== 'pace' && part.kind !== 'stage';

  return {
    /** The reply to a request of this thread. A script that is over, or a thread without one, says OK. */
    reply(thread: ProviderThread, plan: HostPlan): Reply {
      const before: ReplyPart[] = [];
      for (;;) {
        const planned = planTurn(thread, plan);
        if (planned === undefined)
          return { parts: [...before, { kind: 'text', text: 'OK' }], commit: nothing };
        if (planned.parts.some(says)) return { parts: [...before, ...planned.parts], commit: planned.commit };
        // A turn in which this host has nothing to say runs into the next one.
        before.push(...planned.parts);
        planned.commit();
      }
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
