import { describe, expect, it } from 'vitest';
import { strict } from './strict.ts';

class Counter {
  #count = 0;
  add(): number {
    return ++this.#count;
  }
}

describe('strict', () => {
  it('throws by name on what is not there', () => {
    const app: Record<string, unknown> = strict('app', {});
    expect(() => app['setBadgeCount']).toThrow('electron-double: app.setBadgeCount is not implemented');
  });

  it('lets methods reach private fields, however they are called', () => {
    const counter = strict('counter', new Counter());
    const detached: unknown = Reflect.get(counter, 'add');
    expect([counter.add(), Reflect.apply(detached as () => number, undefined, [])]).toEqual([1, 2]);
    expect(Reflect.get(counter, 'add')).toBe(detached);
  });

  it('can be awaited, printed and assigned to', async () => {
    const target: { n: number; extra?: () => string } = { n: 1 };
    const wrapped = strict('thing', target);
    wrapped.extra = () => 'stubbed';
    expect(await Promise.resolve(wrapped)).toBe(wrapped);
    expect(JSON.stringify(wrapped)).toBe('{"n":1}');
    expect(wrapped.extra()).toBe('stubbed');
  });
});
