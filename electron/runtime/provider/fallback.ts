import type { Recorder } from '../recorder.ts';

/** Notices threads that asked for a socket and then went on over HTTP. Keys are raw thread names; '' where a client has none. */
export interface Fallback {
  askedForSocket(thread: string): void;
  cameOverHttp(thread: string): void;
}

export function createFallback(recorder: Recorder): Fallback {
  const asked = new Set<string>();
  return {
    askedForSocket: (thread) => void asked.add(thread),
    cameOverHttp: (thread) => {
      // Once a thread: from here on that is how it talks.
      if (!asked.delete(thread)) return;
      recorder.emit({
        kind: 'capture.note',
        source: 'provider',
        evidence: thread === '' ? 'assumed' : 'derived',
        code: recorder.gate.code('fell-back-to-http'),
      });
    },
  };
}
