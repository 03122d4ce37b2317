import type { HostPlan, ToolRoute } from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { isObject } from '../../../shared/json.ts';
import type { JsonBody } from './request-body.ts';

interface Text {
  readonly text: string;
  readonly path: string;
}

const TEXT_KEYS = ['text', 'content', 'description'];
const ROLES_OF_THE_HOST = new Set(['system', 'developer', 'user']);
/** Model output and tool results stand in these; a name in them is no exposure. */
const NOT_A_TEXT = new Set(['tool_use', 'tool_result', 'image']);

function* texts(value: unknown, path: string, depth = 0): Generator<Text> {
  if (typeof value === 'string') {
    yield { text: value, path };
    return;
  }
  if (depth > 6) return;
  if (Array.isArray(value)) {
    for (const [index, one] of (value as unknown[]).entries())
      yield* texts(one, `${path}[${index}]`, depth + 1);
    return;
  }
  if (!isObject(value) || NOT_A_TEXT.has(String(value['type']))) return;
  for (const key of TEXT_KEYS)
    if (value[key] !== undefined) yield* texts(value[key], `${path}.${key}`, depth + 1);
  if (Array.isArray(value['tools'])) yield* texts(value['tools'], `${path}.tools`, depth + 1);
}

/** What the host itself says to the model: instructions, system and user text, descriptions of its own tools. */
function* hostTexts(body: JsonBody): Generator<Text> {
  yield* texts(body['system'], '$.system');
  yield* texts(body['instructions'], '$.instructions');
  for (const key of ['messages', 'input']) {
    const list = body[key];
    if (!Array.isArray(list)) continue;
    for (const [index, item] of (list as unknown[]).entries()) {
      if (isObject(item) && ROLES_OF_THE_HOST.has(String(item['role'])))
        yield* texts(item, `$.${key}[${index}]`);
    }
  }
  yield* texts(body['tools'], '$.tools');
}

/** Registered tools whose name, and only that, stands in the host's own text; each with its first place. */
export function mentionedNames(body: JsonBody, plan: HostPlan): { route: ToolRoute; path: string }[] {
  const byName = new Map<string, ToolRoute>();
  for (const row of plan.rows) {
    for (const name of [row.flat, row.codeMode]) {
      // Without a separator a name may be an ordinary word.
      if (name !== undefined && name.includes('__')) byName.set(name, { server: row.server, tool: row.tool });
    }
  }
  const found = new Map<string, { route: ToolRoute; path: string }>();
  if (byName.size === 0) return [];
  for (const { text, path } of hostTexts(body)) {
    for (const [token] of text.matchAll(/[A-Za-z_$][A-Za-z0-9_$-]{3,1200}/g)) {
      const route = byName.get(token);
      if (route !== undefined && !found.has(routeKey(route))) found.set(routeKey(route), { route, path });
    }
  }
  return [...found.values()];
}
