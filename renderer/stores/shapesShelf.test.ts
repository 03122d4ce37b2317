import { describe, expect, it } from 'vitest';
import type { RuntimeClient } from '../../shared/contract.ts';
import { fail } from '../../shared/fault.ts';
import { createShapesShelf } from './shapesShelf.ts';

/** Every request fails; the captures that were asked for are told. */
function failing() {
  const asked: string[] = [];
  const client: RuntimeClient = {
    request: async (_name, args) => {
      asked.push('capture' in args ? args.capture : '');
      return Promise.resolve(fail('capture-unknown', 'There is none.'));
    },
    subscribe: () => ({ close: () => undefined }),
  };
  return { client, asked };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the shelf of shapes', () => {
  it('asks once while the answer is under way, and again after a failure', async () => {
    const { client, asked } = failing();
    const shelf = createShapesShelf(client);
    shelf.want('a');
    shelf.want('a');
    expect(asked).toEqual(['a']);
    await settled();
    expect(shelf.store.getState().known.get('a')).toMatchObject({ ok: false });
    shelf.want('a');
    expect(asked).toEqual(['a', 'a']);
  });

  it('keeps so many and no more', async () => {
    const { client } = failing();
    const shelf = createShapesShelf(client);
    for (let at = 0; at < 60; at++) shelf.want(`capture ${at}`);
    await settled();
    const { known } = shelf.store.getState();
    expect(known.size).toBe(40);
    expect(known.has('capture 59')).toBe(true);
  });
});
