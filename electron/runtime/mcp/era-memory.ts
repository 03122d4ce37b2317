import { createHash } from 'node:crypto';
import type { ServerTransport } from '../../../shared/contract.ts';
import type { Era, EraVerdict } from './types.ts';

/** What was found out about a server's era, and when. */
export interface RememberedEra {
  readonly era: Era;
  readonly reason: EraVerdict['reason'];
  /** ISO 8601. */
  readonly at: string;
}

/** Keeps verdicts between connections. A verdict is about a command line or an address, never about a name. */
export interface EraMemory {
  get(key: string): RememberedEra | undefined;
  set(key: string, verdict: RememberedEra): void;
  forget(key: string): void;
}

/** After this a verdict is found anew, ms: servers learn. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** What a verdict is about, as a digest: command lines and addresses may hold secrets. */
export const eraKey = (transport: ServerTransport): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        transport.kind === 'stdio'
          ? [transport.command, transport.args, transport.cwd ?? '']
          : [transport.url],
      ),
    )
    .digest('hex')
    .slice(0, 32);

/** Ways to find out that cost so much that they are not gone twice: a second process, or seconds of silence. */
const costly: ReadonlySet<EraVerdict['reason']> = new Set([
  'discover-exit',
  'discover-silence',
  'discover-http',
]);

/** The verdict that makes asking needless, if there is one that is young enough. */
export const rememberedVerdict = (
  memory: EraMemory | undefined,
  key: string,
  now: number = Date.now(),
): EraVerdict | undefined => {
  const known = memory?.get(key);
  if (known === undefined || !costly.has(known.reason)) return undefined;
  const age = now - Date.parse(known.at);
  return age >= 0 && age < maxAgeMs ? { era: known.era, reason: 'remembered', at: known.at } : undefined;
};
