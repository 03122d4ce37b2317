import type {
  ExecProgram,
  HostId,
  HostPlan,
  HostProfile,
  HostWire,
  ObservedCallable,
  ToolRoute,
} from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import type { ScenarioCall } from '../../../shared/scenario.ts';
import type { Arguments, ReplyPart } from './reply.ts';
import { taskFor, type ProviderThread } from './threads.ts';

/** Whose reply is made, from which plan, for which wire. */
export interface Scene {
  readonly thread: ProviderThread;
  readonly plan: HostPlan;
  readonly wire: HostWire;
}

export interface FormOptions {
  readonly profile: HostProfile;
  /** The server that calls without a server are meant for. */
  readonly defaultServer: string;
  /** Puts another call in place of one to a tool that is not registered. */
  readonly substitute?: ((call: ToolRoute) => { route: ToolRoute; args: Arguments } | undefined) | undefined;
}

interface Target {
  readonly route: ToolRoute;
  readonly args: Arguments;
}

/** Puts what a scenario wants into the form that the thread was shown. */
export function createForms(options: FormOptions) {
  const { profile } = options;

  const target = (call: ScenarioCall, plan: HostPlan): Target => {
    const route = { server: call.server ?? options.defaultServer, tool: call.tool };
    const known = plan.rows.some((row) => routeKey(row) === routeKey(route));
    return (known ? undefined : options.substitute?.(route)) ?? { route, args: call.args ?? {} };
  };

  const rowOf = (route: ToolRoute, plan: HostPlan) =>
    plan.rows.find((one) => routeKey(one) === routeKey(route)) ?? profile.names([route])[0];

  /** The name that the profile gives to the tool, whether or not it was shown. */
  const predicted = (route: ToolRoute, plan: HostPlan): ObservedCallable => {
    const row = rowOf(route, plan);
    return {
      name: row?.flat ?? row?.name ?? route.tool,
      ...(row?.namespace === undefined ? {} : { namespace: row.namespace }),
    };
  };

  const execOf = (calls: readonly Target[], plan: HostPlan): ReplyPart | undefined => {
    if (profile.exec === undefined) return undefined;
    const program: ExecProgram = {
      calls: calls.map(({ route, args }) => ({
        name: rowOf(route, plan)?.codeMode ?? route.tool,
        arguments: args,
      })),
      order: calls.length > 1 ? 'parallel' : 'sequence',
      print: true,
    };
    return { kind: 'exec', program, text: profile.exec.render(program) };
  };

  const search = ({ thread, wire }: Scene, query: string, limit?: number): ReplyPart | undefined => {
    const tool = [...thread.own.values()].find(({ role }) => role === 'search');
    if (tool === undefined) return undefined;
    // Codex has an item type of its own for it; everybody else a tool like any other.
    if (wire === 'responses')
      return { kind: 'search', args: { query, ...(limit === undefined ? {} : { limit }) } };
    return {
      kind: 'call',
      callable: { name: tool.name },
      args: { query, ...(limit === undefined ? {} : { max_results: limit }) },
    };
  };

  /** Codex searches by words; the others take exact names, so that nothing else comes along. */
  const queryFor = (routes: readonly ToolRoute[], { plan, wire }: Scene): string =>
    wire === 'responses'
      ? routes.map(({ tool }) => tool).join(' ')
      : `select:${routes.map((route) => predicted(route, plan).name).join(',')}`;

  /** The parts that call these tools now, or the search that has to come first. */
  const call = (
    calls: readonly ScenarioCall[],
    scene: Scene,
    blind: boolean,
  ): { parts: readonly ReplyPart[] } | { searchFirst: ReplyPart; for: readonly ToolRoute[] } => {
    const { thread, plan } = scene;
    const targets = calls.map((one) => target(one, plan));
    const hidden = targets.filter(({ route }) => !thread.callables.has(routeKey(route)));
    if (!blind && hidden.length > 0) {
      const exec = thread.own.has('exec') ? execOf(targets, plan) : undefined;
      if (exec !== undefined) return { parts: [exec] };
      const unsearched = hidden
        .map(({ route }) => route)
        .filter((route) => !thread.searched.has(routeKey(route)));
      const first = unsearched.length === 0 ? undefined : search(scene, queryFor(unsearched, scene));
      if (first !== undefined) return { searchFirst: first, for: unsearched };
    }
    return {
      parts: targets.map(({ route, args }) => ({
        kind: 'call',
        callable: thread.callables.get(routeKey(route)) ?? predicted(route, plan),
        args,
      })),
    };
  };

  /** A call of one of the client's own tools, when it was declared. */
  const ownCall = (
    thread: ProviderThread,
    name: string,
    args: Arguments,
    spawns?: string,
  ): ReplyPart | undefined => {
    const own = thread.own.get(name);
    if (own === undefined) return undefined;
    const callable = { name, ...(own.namespace === undefined ? {} : { namespace: own.namespace }) };
    return { kind: 'call', callable, args, ...(spawns === undefined ? {} : { spawns }) };
  };

  return {
    call,
    search,
    /** Undefined where the client has shown no way to start a child. */
    spawn: ({ thread }: Scene, child: string): ReplyPart | undefined => {
      const args = agentArguments(profile.id, child);
      for (const name of AGENT_TOOLS) {
        const part = ownCall(thread, name, args, child);
        if (part !== undefined) return part;
      }
      return undefined;
    },
    /** Undefined where an agent call waits by itself. */
    wait: ({ thread }: Scene, timeoutMs: number): ReplyPart | undefined =>
      ownCall(thread, 'wait_agent', { timeout_ms: timeoutMs }),
  };
}

/** The tools by which the measured clients start a child. */
const AGENT_TOOLS = ['spawn_agent', 'Agent', 'Task', 'task', 'agent', 'invoke_agent'];

/** What such a tool wants to know. */
function agentArguments(host: HostId, child: string): Arguments {
  const task = taskFor(child);
  switch (host) {
    case 'codex':
      // Without "none" an ephemeral parent cannot be forked.
      return { task_name: child, message: task, fork_turns: 'none' };
    case 'gemini':
      return { agent_name: 'generalist', prompt: task };
    case 'cline':
      return { systemPrompt: 'You play a part.', task };
    case 'copilot':
      return { description: child, prompt: task, agent_type: 'general-purpose', name: child };
    case 'opencode':
      return { description: child, prompt: task, subagent_type: 'general' };
    default:
      return { description: child, prompt: task, subagent_type: 'general-purpose' };
  }
}
