import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type {
  CallIds,
  ExecOutcome,
  ExecProgram,
  HostPlan,
  PlayedProfile,
  Projection,
} from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import type { Executor, ToolRun } from './execute.ts';
import type { Environment } from './environment.ts';
import { dispatch } from './router.ts';
import type { Sampler } from './sampling.ts';
import type { Step, Steps } from './step.ts';
import type { HostThread } from './thread.ts';
import type { JsonItem, ModelCall } from './wire/types.ts';

export interface TurnOptions {
  readonly profile: PlayedProfile;
  readonly model: string;
  readonly steps: Steps;
  readonly sampler: Sampler;
  readonly executor: Executor;
  readonly environments: () => readonly Environment[];
  readonly programOf: (callId: string) => ExecProgram | undefined;
  /** Starts a child thread; settles with what it said last. */
  readonly spawn: (parent: HostThread, agent: string, task: string) => Promise<string>;
  readonly signal: AbortSignal;
}

/** A model that never stops calling is stopped after so many steps. */
const MAX_STEPS = 200;

interface Output {
  readonly value: unknown;
  readonly failed?: boolean;
}

/** Runs one turn of one thread: sample, run what was asked for, sample again, until nothing is asked for. */
export function createTurn(options: TurnOptions) {
  const { profile, executor } = options;

  const idsOf = (thread: HostThread, itemId: string, callId: string): CallIds => ({
    callId,
    itemId,
    sessionId: thread.ids.sessionId,
    threadId: thread.ids.threadId,
    turnId: thread.ids.turnId,
    parentThreadId: thread.ids.parentThreadId,
    model: options.model,
  });

  const runTool = (
    thread: HostThread,
    step: Step,
    route: { server: string; tool: string },
    args: unknown,
    ids: CallIds,
  ): Promise<ToolRun> =>
    executor.run(route, args, {
      step,
      thread: thread.id,
      role: thread.role,
      ids,
      turnstile: thread.turnstile,
      signal: options.signal,
    });

  const refused = (message: string): Output => ({ value: profile.errorOutput(message).value, failed: true });

  /** A program as data: its calls go the same way as any other, each under an id of its own (CX-5.34). */
  const runProgram = async (
    thread: HostThread,
    step: Step,
    plan: HostPlan,
    call: ModelCall,
    program: ExecProgram | undefined,
  ): Promise<Output> => {
    const { exec } = profile;
    if (exec === undefined || program === undefined)
      return refused('The program is not known as data, so it was not run.');
    const startedAt = process.hrtime.bigint();
    const routes = exec.resolve(plan, program);
    const one = async (index: number): Promise<ExecOutcome> => {
      const name = program.calls[index]?.name ?? '';
      const route = routes[index];
      if (route === undefined) return { name, error: `tools.${name} is not a function` };
      const run = await runTool(
        thread,
        step,
        route,
        program.calls[index]?.arguments,
        idsOf(thread, call.itemId, exec.nestedCallId(randomUUID())),
      );
      return run.result === undefined
        ? { name, error: textOf(run.model) }
        : { name, route, result: run.result };
    };
    const outcomes: ExecOutcome[] = [];
    if (program.order === 'parallel')
      outcomes.push(...(await Promise.all(program.calls.map((_call, index) => one(index)))));
    else {
      for (const index of program.calls.keys()) {
        const outcome = await one(index);
        outcomes.push(outcome);
        // A rejected promise that nobody catches ends the cell.
        if ('error' in outcome) break;
      }
    }
    const wallMs = Number((process.hrtime.bigint() - startedAt) / 1000n) / 1000;
    return { value: exec.output(program, outcomes, wallMs).value };
  };

  const search = (thread: HostThread, plan: HostPlan, query: string, limit: number | undefined): Output => {
    const answer = plan.search({ query, ...(limit === undefined ? {} : { limit }) });
    if (answer.error !== undefined) return { value: answer.error, failed: true };
    for (const { route } of answer.hits) thread.loaded.set(routeKey(route), route);
    return { value: answer.output };
  };

  const spawn = async (thread: HostThread, agent: string, task: string): Promise<Output> => {
    const child = options.spawn(thread, agent, task);
    thread.children.set(agent, child);
    child.catch(() => undefined);
    // Codex goes on and waits later; Claude's call is the wait.
    if (profile.wire === 'messages') return { value: await child };
    return { value: JSON.stringify({ agent, status: 'running' }) };
  };

  const awaitChildren = async (thread: HostThread, timeoutMs: number | undefined): Promise<Output> => {
    const late = new Promise<undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs ?? 60_000);
      void Promise.allSettled(thread.children.values()).then(() => clearTimeout(timer));
    });
    const all = Promise.all(
      [...thread.children].map(async ([agent, child]) => ({
        agent,
        status: 'completed',
        message: await child,
      })),
    );
    const done = await Promise.race([all, late]);
    return {
      value: JSON.stringify(
        done ?? [...thread.children.keys()].map((agent) => ({ agent, status: 'running' })),
      ),
    };
  };

  const outputOf = async (thread: HostThread, step: Step, call: ModelCall): Promise<Output> => {
    const { plan } = await step.contents();
    const target = dispatch(call, plan, options.programOf);
    switch (target.kind) {
      case 'tool': {
        const run = await runTool(
          thread,
          step,
          target.route,
          call.args,
          idsOf(thread, call.itemId, call.callId),
        );
        return { value: run.model.value, failed: run.failed };
      }
      case 'exec':
        return runProgram(thread, step, plan, call, target.program);
      case 'search':
        return search(thread, plan, target.query, target.limit);
      case 'spawn':
        return spawn(thread, target.agent, target.task);
      case 'await':
        return awaitChildren(thread, target.timeoutMs);
      case 'unsupported':
        return refused(target.message);
    }
  };

  const answer = async (thread: HostThread, step: Step, call: ModelCall): Promise<JsonItem> => {
    const { value, failed } = await outputOf(thread, step, call);
    return profile.outputItem(call.type, call.callId, value, failed);
  };

  return {
    /** Settles with what the model said last. */
    run: async (thread: HostThread, task: string): Promise<Result<string>> => {
      thread.history.push({ kind: 'user', text: task });
      for (let count = 0; count < MAX_STEPS; count++) {
        const step = options.steps.capture(
          thread.id,
          thread.snapshots,
          options.environments(),
          thread.exposed,
        );
        try {
          if (count === 0) {
            const required = await step.snapshot.manager.required();
            if (!required.ok) return required;
          }
          const sampled = await options.sampler.sample(thread, step, ({ call }) =>
            call === undefined ? undefined : answer(thread, step, call),
          );
          if (!sampled.ok) return sampled;
          if (sampled.value.calls === 0) return ok(sampled.value.text);
        } finally {
          step.release();
        }
      }
      return fail('too-many-steps', `The model asked for more than ${MAX_STEPS} steps.`, {
        next: 'Shorten the scenario.',
      });
    },
  };
}
const textOf = ({ value }: Projection): string => (typeof value === 'string' ? value : JSON.stringify(value));
