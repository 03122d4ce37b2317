import type { Envelope, ObservedCallable, RouteAnswer, ToolRoute } from '../types.ts';
import { routeKey } from '../route.ts';
import { compareBytes } from '../text.ts';
import type { PlannedTool } from './step.ts';
import { CODEX_ENVELOPES } from './wire.ts';

const UNKNOWN: RouteAnswer = { kind: 'unknown', opensWindow: false };

/** From what stands on the provider wire back to raw routes; on this wire a tool is a pair, never one string (CX-4.1). */
export function codexRoutes(planned: readonly PlannedTool[]): {
  routesOf: (observed: ObservedCallable) => RouteAnswer;
  codeModeRoute: (name: string) => ToolRoute | undefined;
} {
  const byPair = new Map<string, ToolRoute>();
  const byCodeMode = new Map<string, ToolRoute>();
  const nested: ToolRoute[] = [];
  for (const { row } of planned) {
    if (!row.dispatchable || row.namespace === undefined || row.codeMode === undefined) continue;
    const route: ToolRoute = { server: row.server, tool: row.tool };
    byPair.set(pairKey(row.namespace, row.name), route);
    if (row.exposure !== 'direct' && row.exposure !== 'deferred' && row.exposure !== 'codeModeOnly') continue;
    nested.push(route);
    // Of two tools with one spelling the first registered keeps it, and registration is sorted (CX-4.3).
    const holder = byCodeMode.get(row.codeMode);
    if (holder === undefined || compareBytes(routeKey(route), routeKey(holder)) < 0) {
      byCodeMode.set(row.codeMode, route);
    }
  }
  const exec: RouteAnswer = { kind: 'exec', routes: nested, opensWindow: true };

  return {
    routesOf: ({ type, namespace, name }) => {
      const route = namespace === undefined ? undefined : byPair.get(pairKey(namespace, name));
      if (route !== undefined && type !== 'custom_tool_call')
        return { kind: 'tool', route, opensWindow: true };
      if (type === 'tool_search_call') return envelope('tool_search', 'search');
      const own = CODEX_ENVELOPES.find(
        (one) => one.name === name && (namespace === undefined || namespace === one.namespace),
      );
      if (own === undefined) return UNKNOWN;
      return own.role === 'exec' ? exec : envelope(own.name, own.role);
    },
    codeModeRoute: (name) => byCodeMode.get(name),
  };
}

function envelope(name: string, role: Exclude<Envelope['role'], 'exec'>): RouteAnswer {
  return { kind: 'envelope', name, role, opensWindow: false };
}

function pairKey(namespace: string, name: string): string {
  return `${namespace}\0${name}`;
}
