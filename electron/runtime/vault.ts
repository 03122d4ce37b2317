import type { Payload } from '../../shared/contract.ts';

/** How much the vault holds before the oldest payload goes, bytes. */
const CAPACITY = 64 * 1024 * 1024;
/** A single payload is kept up to this size, bytes; the rest of it is not shown. */
const MAX_PAYLOAD = 16 * 1024 * 1024;

interface Kept {
  readonly bytes: Buffer;
  readonly size: number;
}

/**
 * Payloads of calls and wire messages, in memory only. They are no part of the event stream, the store or an export;
 * a window fetches them one by one. The oldest go first, and an evicted one says so.
 */
export interface Vault {
  put(key: string, bytes: Buffer): void;
  get(key: string): Payload;
  clear(): void;
}

export const wireKey = (seq: number): string => `wire:${seq}`;
export const callKey = (call: string, part: 'arguments' | 'result'): string => `${call}:${part}`;

export function createVault(capacity: number = CAPACITY): Vault {
  const kept = new Map<string, Kept>();
  const evicted = new Map<string, number>();
  let total = 0;

  const drop = (key: string, entry: Kept): void => {
    kept.delete(key);
    total -= entry.bytes.length;
    evicted.set(key, entry.size);
  };

  return {
    put: (key, bytes) => {
      const old = kept.get(key);
      if (old !== undefined) drop(key, old);
      const slice = bytes.length > MAX_PAYLOAD ? bytes.subarray(0, MAX_PAYLOAD) : bytes;
      kept.set(key, { bytes: Buffer.from(slice), size: bytes.length });
      total += slice.length;
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
      total = 0;
    },
  };
}
