import type { Payload } from '../../shared/contract.ts';

/** How much the vault holds before the oldest payload goes, bytes. */
const CAPACITY = 64 * 1024 * 1024;
/** A single payload is kept up to this size, bytes; the rest of it is not shown. */
const MAX_PAYLOAD = 16 * 1024 * 1024;
/** What a payload takes beside its bytes; many are smaller than this. */
const ENTRY = 256;
/** So many evicted payloads are still known as such; of older ones nothing is known any more. */
const MAX_EVICTED = 50_000;

/** Payloads up to this size share slabs, bytes: memory of its own for each would cost more than the payload does. */
const SMALL = 4 * 1024;
/** A slab goes when the last of its payloads has gone; the oldest go first, so that few are held for little. */
const SLAB = 64 * 1024;

interface Kept {
  readonly bytes: Buffer;
  readonly size: number;
}

/**
 * Payloads of calls and wire messages, in memory only. They are no part of the event stream, the store or an export;
 * a window fetches them one by one. The oldest go first, and an evicted one says so.
 */
export interface Vault {
  put(key: string, payload: Buffer | string): void;
  get(key: string): Payload;
  clear(): void;
}

export const wireKey = (seq: number): string => `wire:${seq}`;
export const callKey = (call: string, part: 'arguments' | 'result'): string => `${call}:${part}`;

export function createVault(capacity: number = CAPACITY): Vault {
  const kept = new Map<string, Kept>();
  const evicted = new Map<string, number>();
  let total = 0;
  let slab = Buffer.alloc(0);
  let used = 0;

  /** Memory of the vault's own: a piece of the pool that others share would hold much that is not the vault's. */
  const room = (size: number): Buffer => {
    if (size > SMALL) return Buffer.allocUnsafeSlow(size);
    if (used + size > slab.length) {
      slab = Buffer.allocUnsafeSlow(SLAB);
      used = 0;
    }
    used += size;
    return slab.subarray(used - size, used);
  };

  const drop = (key: string, entry: Kept): void => {
    kept.delete(key);
    total -= entry.bytes.length + ENTRY;
    evicted.set(key, entry.size);
    for (const oldest of evicted.keys()) {
      if (evicted.size <= MAX_EVICTED) break;
      evicted.delete(oldest);
    }
  };

  return {
    put: (key, payload) => {
      const old = kept.get(key);
      if (old !== undefined) drop(key, old);
      const size = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
      const space = room(Math.min(size, MAX_PAYLOAD));
      // A text is cut between two characters, and what was not written to is nobody's.
      const written = typeof payload === 'string' ? space.write(payload) : payload.copy(space);
      const own = written < space.length ? space.subarray(0, written) : space;
      kept.set(key, { bytes: own, size });
      total += own.length + ENTRY;
      for (const [oldest, entry] of kept) {
        if (total <= capacity || oldest === key) break;
        drop(oldest, entry);
      }
    },
    get: (key) => {
      const entry = kept.get(key);
      if (entry !== undefined) {
        return {
          state: 'kept',
          text: entry.bytes.toString('utf8'),
          bytes: entry.size,
          truncated: entry.bytes.length < entry.size,
        };
      }
      const size = evicted.get(key);
      return size === undefined ? { state: 'never' } : { state: 'evicted', bytes: size };
    },
    clear: () => {
      kept.clear();
      evicted.clear();
      slab = Buffer.alloc(0);
      used = 0;
      total = 0;
    },
  };
}
