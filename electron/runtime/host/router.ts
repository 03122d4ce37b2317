import * as z from 'zod';
import type { ExecProgram, HostPlan, ToolRoute } from '../../../shared/hosts/index.ts';
import { isObject } from '../../../shared/json.ts';
import { refusals } from './texts.ts';
import type { ModelCall } from './wire/types.ts';

/** Where one call of the model goes. */
export type Dispatch =
  | { readonly kind: 'tool'; readonly route: ToolRoute }
  | { readonly kind: 'exec'; readonly program: ExecProgram | undefined }
  | { readonly kind: 'search'; readonly query: string; readonly limit: number | undefined }
  | { readonly kind: 'spawn'; readonly agent: string; readonly task: string }
  | { readonly kind: 'await'; readonly timeoutMs: number | undefined }
  | { readonly kind: 'unsupported'; readonly message: string };

const Search = z.looseObject({
  query: z.string(),
  limit: z.number().optional(),
  max_results: z.number().optional(),
});
const CodexSpawn = z.looseObject({ task_name: z.string(), message: z.string() });
const ClaudeSpawn = z.looseObject({ description: z.string(), prompt: z.string() });
const Await = z.looseObject({ timeout_ms: z.number().optional() });

/**
 * Finds the handler of a call. Every tool of the step has one, shown or not: what is deferred or hidden still answers to its
 * name, and only a name that nobody holds is unsupported (CX-5.3, CX-7.05).
 */
export function dispatch(
  call: ModelCall,
  plan: HostPlan,
  programOf: (callId: string) => ExecProgram | undefined,
): Dispatch {
  const unsupported: Dispatch = { kind: 'unsupported', message: refusals.unsupported(call.observed) };
  const answer = plan.routesOf(call.observed);
  switch (answer.kind) {
    case 'tool':
      return { kind: 'tool', route: answer.route };
    case 'exec':
      return { kind: 'exec', program: programOf(call.callId) };
    case 'envelope': {
      if (answer.role === 'search') return search(call.args);
      if (answer.role !== 'agent') return unsupported;
      return agent(answer.name, call.args) ?? unsupported;
    }
    case 'ambiguous':
    case 'unknown':
      return unsupported;
  }
}

function search(args: unknown): Dispatch {
  const parsed = Search.safeParse(args);
  const {
    query,
    limit,
    max_results: most,
  } = parsed.success ? parsed.data : { query: '', limit: undefined, max_results: undefined };
  return { kind: 'search', query, limit: limit ?? most };
}

function agent(name: string, args: unknown): Dispatch | undefined {
  if (!isObject(args)) return undefined;
  switch (name) {
    case 'spawn_agent': {
      const parsed = CodexSpawn.safeParse(args);
      return parsed.success
        ? { kind: 'spawn', agent: parsed.data.task_name, task: parsed.data.message }
        : undefined;
    }
    case 'Agent':
    case 'Task': {
      const parsed = ClaudeSpawn.safeParse(args);
      return parsed.success
        ? { kind: 'spawn', agent: parsed.data.description, task: parsed.data.prompt }
        : undefined;
    }
    case 'wait_agent': {
      const parsed = Await.safeParse(args);
      return parsed.success ? { kind: 'await', timeoutMs: parsed.data.timeout_ms } : undefined;
    }
    default:
      return undefined;
  }
}
