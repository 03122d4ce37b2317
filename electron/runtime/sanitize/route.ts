import { KnownKey, Route } from '../../../shared/event.ts';
import { isKnownKey } from './known-keys.ts';

export interface RouteFacts {
  readonly route: Route;
  readonly queryKeys: KnownKey[];
}

/** Segments of provider, MCP and authorization endpoints. Any other segment may be a model name or a key and becomes `{…}`. */
const segments = new Set([
  '.well-known',
  'oauth-authorization-server',
  'oauth-protected-resource',
  'openid-configuration',
  'authorize',
  'register',
  'token',
  'api',
  'backend-api',
  'chat',
  'completions',
  'count_tokens',
  'hello',
  'mcp',
  'messages',
  'models',
  'responses',
  'sse',
  'v1',
  'v1beta',
]);

/** Gemini puts the verb behind the model: `models/NAME:streamGenerateContent`. */
const verbs = new Set(['streamGenerateContent', 'generateContent', 'countTokens']);

/** A path as a template of known segments, and the known keys of its query; values never leave. */
export function routeTemplate(url: string): RouteFacts {
  const [path = '/', query = ''] = url.split('?', 2);
  const parts = path.split('/').filter((part) => part !== '');
  const template = parts.slice(0, 12).map((part) => {
    if (segments.has(part)) return part;
    const verb = part.split(':').at(-1) ?? '';
    return part.includes(':') && verbs.has(verb) ? `{…}:${verb}` : '{…}';
  });
  const keys = new Set<KnownKey>();
  for (const key of new URLSearchParams(query).keys()) if (isKnownKey(key)) keys.add(KnownKey.parse(key));
  return { route: Route.parse(`/${template.join('/')}`), queryKeys: [...keys].toSorted() };
}
