import type { HostWire } from '../../../shared/hosts/index.ts';

/** What a path and a verb ask for. */
export type Endpoint =
  | {
      readonly kind: 'model';
      readonly wire: HostWire;
      /** Named by the path; undefined where the body says it. */
      readonly stream?: 'events' | 'list' | 'none';
    }
  | { readonly kind: 'count' | 'hello' | 'models' | 'model-card' | 'none'; readonly wire: HostWire };

const GEMINI = /^\/(?:[^/]+\/)*models\/[^/]+:(streamGenerateContent|generateContent|countTokens)$/;

const geminiEndpoint = (verb: string, query: string): Endpoint => {
  const wire = 'gemini';
  if (verb === 'countTokens') return { kind: 'count', wire };
  if (verb === 'generateContent') return { kind: 'model', wire, stream: 'none' };
  const events = new URLSearchParams(query).get('alt') === 'sse';
  return { kind: 'model', wire, stream: events ? 'events' : 'list' };
};

/** Base URLs differ from client to client, so that only the end of a path counts. `home` is the wire of requests that name none. */
export function endpointOf(method: string, url: string, home: HostWire): Endpoint {
  const [path = '/', query = ''] = url.split('?', 2);
  if (method === 'POST') {
    const verb = GEMINI.exec(path)?.[1];
    if (verb !== undefined) return geminiEndpoint(verb, query);
    if (path.endsWith('/messages/count_tokens')) return { kind: 'count', wire: 'messages' };
    if (path.endsWith('/messages')) return { kind: 'model', wire: 'messages' };
    if (path.endsWith('/responses')) return { kind: 'model', wire: 'responses' };
    if (path.endsWith('/chat/completions')) return { kind: 'model', wire: 'chat' };
  }
  const wire = path.startsWith('/v1beta/') ? 'gemini' : home;
  if (method === 'HEAD' || method === 'GET') {
    if (path.endsWith('/api/hello')) return { kind: 'hello', wire };
    if (path.endsWith('/models')) return { kind: 'models', wire };
    if (/\/models\/[^/]+$/.test(path)) return { kind: 'model-card', wire };
  }
  return { kind: 'none', wire };
}
