import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { initCapture, restoreCapture, saveCapture } from './capture-state.ts';
import { AnyNumber, restoreState, saveState } from './saved.ts';

const Shape = z.strictObject({ names: z.map(z.string(), z.set(z.string())), end: AnyNumber });

describe('a saved state', () => {
  it('brings back Maps, Sets and Infinity', () => {
    const state = { names: new Map([['__proto__', new Set(['a', '$map'])]]), end: Infinity };
    expect(restoreState(Shape, saveState(state))).toEqual({ ok: true, value: state });
  });

  it.each([
    ['that was cut', saveCapture(initCapture()).slice(0, -9), 'state-unreadable'],
    ['of another version', '{"status":{}}', 'state-invalid'],
    ['with broken entries', '{"names":{"$map":[["a"],5]},"end":1,"more":2}', 'state-invalid'],
  ])('%s is refused', (_name, text, code) => {
    const restored =
      code === 'state-invalid' && text.includes('names') ? restoreState(Shape, text) : restoreCapture(text);
    expect(restored).toMatchObject({ ok: false, fault: { code, next: expect.any(String) } });
  });
});
