/** Custom schemes: `app://bundle/x` is shown as `https://bundle.app.electron.invalid/x`, a secure origin that can never resolve. */
import { state } from './state.ts';
import { strict } from './strict.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

interface CustomScheme {
  readonly scheme: string;
  readonly privileges?: Readonly<Record<string, boolean>>;
}

const handlers = new Map<string, SchemeHandler>();
let privileged: ReadonlyMap<string, Readonly<Record<string, boolean>>> | undefined;

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list: readonly CustomScheme[]): void {
    if (state.isReady)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (privileged)
      throw new Error('electron-double: registerSchemesAsPrivileged replaces the earlier list; call it once');
    privileged = new Map(list.map(({ scheme, privileges }) => [scheme, privileges ?? {}]));
  },

  handle(scheme: string, handler: SchemeHandler): void {
    // A page here always gets a standard, secure, fetchable origin; in Electron only if the app asked for it.
    for (const need of ['standard', 'secure', 'supportFetchAPI']) {
      if (privileged?.get(scheme)?.[need] !== true) {
        throw new Error(
          `electron-double: register ${scheme}: as ${need} before app is ready, or real pages will lack it`,
        );
      }
    }
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },

  unhandle: (scheme: string): void => void handlers.delete(scheme),
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
});

export const schemeHandler = (scheme: string): SchemeHandler | undefined => handlers.get(scheme);

/** The address that Chromium gets for an address that the app uses. */
export function toPage(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  return handlers.has(scheme) ? `https://${host}.${scheme}.electron.invalid${rest}` : url;
}

/** And back. */
export function fromPage(url: string): string {
  return url.replace(/^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.electron\.invalid/, '$2://$1');
}

/** Scheme sources in a policy (`app:`) name the hosts that stand for them. */
export function policyToPage(policy: string): string {
  return policy.replace(/(^|[\s;])([a-z][a-z0-9+-]*):(?=[\s;]|$)/g, (all, lead: string, scheme: string) =>
    handlers.has(scheme) ? `${lead}https://*.${scheme}.electron.invalid` : all,
  );
}
