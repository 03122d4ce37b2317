import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A hidden window paints nothing, and is not kept waiting for it (ms). */
const HIDDEN_MS = 100;

/**
 * The value, once the window was painted without it. For a change that takes long to draw: what answers the person's
 * hand at once comes first.
 */
export function useAfterPaint<T>(value: T): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(() => value), HIDDEN_MS);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      // A frame's own callbacks run before it is painted. A timer would come after all that streams in.
      void scheduler.postTask(() => flushSync(() => setLate(() => value)), { priority: 'user-blocking' });
    });
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [value]);
  return late;
}
