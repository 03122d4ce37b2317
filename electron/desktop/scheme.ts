/** `app:` is where the page lives: a secure origin of its own, unlike `file:`, with nothing in it but the built page. */
import { protocol } from 'electron';
import { securityHeaders } from '../static/policy.ts';
import { serveStatic } from '../static/serve.ts';
import { isOwnAddress, scheme } from './address.ts';

/** Once, before the app is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/** `root` is the folder of the built page. */
export function serveScheme(root: string): void {
  protocol.handle(scheme, async (request) => {
    if (request.method !== 'GET' || !isOwnAddress(request.url)) {
      return new Response('Not found', { status: 404, headers: securityHeaders() });
    }
    const { status, headers, body } = await serveStatic(root, new URL(request.url).pathname);
    return new Response(body, { status, headers });
  });
}
