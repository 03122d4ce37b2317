import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ClientVerdict } from '../../shared/contract.ts';
import type { Result } from '../../shared/fault.ts';
import type { ShapesDocument } from '../../shared/shapes/document.ts';
import { useApp } from './hooks.ts';

/** What a finished run showed; undefined until that is known, or without a capture. */
export function useShapes(capture: string | undefined): Result<ShapesDocument> | undefined {
  const { shapes } = useApp();
  useEffect(() => {
    if (capture !== undefined) shapes.want(capture);
  }, [shapes, capture]);
  return useStore(shapes.store, ({ known }) => (capture === undefined ? undefined : known.get(capture)));
}

/** What a run came to; only the program that ran it still knows all of it. */
export function useVerdict(capture: string): Result<ClientVerdict> | undefined {
  const { client } = useApp();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly value: Result<ClientVerdict> }>();
  useEffect(() => {
    const stop = new AbortController();
    void (async () => {
      const value = await client.request('probe.verdict', { capture }, { signal: stop.signal });
      if (!stop.signal.aborted) setAnswer({ of: capture, value });
    })();
    return () => stop.abort();
  }, [client, capture]);
  return answer?.of === capture ? answer.value : undefined;
}
