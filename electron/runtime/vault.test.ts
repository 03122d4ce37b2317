import { describe, expect, it } from 'vitest';
import { createVault } from './vault.ts';

describe('the vault', () => {
  it('keeps payloads as they are, and says so of what was evicted or never kept', () => {
    const vault = createVault(3000);
    vault.put('a', Buffer.from('größer'));
    expect(vault.get('a')).toEqual({ state: 'kept', text: 'größer', bytes: 8, truncated: false });
    for (let number = 0; number < 10; number++) vault.put(`more:${number}`, Buffer.alloc(200));
    expect(vault.get('a')).toEqual({ state: 'evicted', bytes: 8 });
    expect(vault.get('b')).toEqual({ state: 'never' });
    vault.clear();
    expect(vault.get('a')).toEqual({ state: 'never' });
  });

  it('keeps small and large payloads side by side, each as it is', () => {
    const vault = createVault();
    const text = (number: number): string => `${number} é `.repeat(number % 7 === 0 ? 2000 : number % 50);
    for (let number = 0; number < 400; number++)
      vault.put(`${number}`, number % 2 === 0 ? text(number) : Buffer.from(text(number)));
    for (let number = 0; number < 400; number++)
      expect(vault.get(`${number}`)).toMatchObject({
        text: text(number),
        bytes: Buffer.byteLength(text(number)),
      });
  });

  it('cuts a payload that is too large, a text between two characters', () => {
    const vault = createVault();
    const limit = 16 * 1024 * 1024;
    vault.put('text', `x${'é'.repeat(limit / 2)}`);
    expect(vault.get('text')).toEqual({
      state: 'kept',
      text: `x${'é'.repeat(limit / 2 - 1)}`,
      bytes: limit + 1,
      truncated: true,
    });
    vault.put('bytes', Buffer.alloc(limit + 1, 'y'));
    expect(vault.get('bytes')).toMatchObject({ bytes: limit + 1, truncated: true });
  });

  it('does not follow a buffer that is used again', () => {
    const vault = createVault();
    const bytes = Buffer.from('before');
    vault.put('a', bytes);
    bytes.fill('x');
    expect(vault.get('a')).toMatchObject({ text: 'before' });
  });

  it('counts what a payload takes beside its bytes, so that many small ones are bounded too', () => {
    const vault = createVault(100_000);
    for (let number = 0; number < 1000; number++) vault.put(`${number}`, Buffer.alloc(1));
    const kept = Array.from({ length: 1000 }, (_, number) => vault.get(`${number}`)).filter(
      ({ state }) => state === 'kept',
    );
    expect(kept.length).toBeLessThan(500);
    expect(kept.length).toBeGreaterThan(300);
  });

  it('forgets in time what it has let go of', () => {
    const vault = createVault(1);
    for (let number = 0; number < 60_000; number++) vault.put(`${number}`, Buffer.alloc(0));
    expect(vault.get('59000')).toEqual({ state: 'evicted', bytes: 0 });
    expect(vault.get('0')).toEqual({ state: 'never' });
  });
});
