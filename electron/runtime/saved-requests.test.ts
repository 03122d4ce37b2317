import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSavedRequests } from './saved-requests.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'throughline-saved-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const of = { server: 'a', tool: 'lookup' };
const big = '{"id": 12345678901234567890}';

describe('saved requests', () => {
  it('are kept by server and tool, to the letter, and read again by another program', async () => {
    const first = createSavedRequests(home);
    await first.save({ ...of, name: 'big', argumentsJson: big, replace: false });
    await first.save({ ...of, name: 'a none', replace: false });
    await first.save({ server: 'b', tool: 'lookup', name: 'big', argumentsJson: '{}', replace: false });
    const listed = await createSavedRequests(home).list(of);
    expect(listed).toMatchObject({
      ok: true,
      value: { requests: [{ name: 'a none' }, { name: 'big', argumentsJson: big }] },
    });
    const file = join(home, 'saved-requests.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(home)).toEqual(['saved-requests.json']);
  });

  it('are renamed, replaced and removed; no name stands twice for a tool', async () => {
    const saved = createSavedRequests(home);
    const names = async (): Promise<string[]> => {
      const listed = await saved.list(of);
      return listed.ok ? listed.value.requests.map(({ name }) => name) : [];
    };
    for (const name of ['one', 'two']) await saved.save({ ...of, name, argumentsJson: '{}', replace: false });
    expect(await saved.save({ ...of, name: 'one', argumentsJson: '{}', replace: false })).toMatchObject({
      fault: { code: 'saved-exists' },
    });
    expect(await saved.rename({ ...of, name: 'one', to: 'two' })).toMatchObject({
      fault: { code: 'saved-exists' },
    });
    expect((await saved.save({ ...of, name: 'one', argumentsJson: big, replace: true })).ok).toBe(true);
    expect((await saved.rename({ ...of, name: 'one', to: 'first' })).ok).toBe(true);
    expect(await names()).toEqual(['first', 'two']);
    expect((await saved.remove({ ...of, name: 'two' })).ok).toBe(true);
    expect(await saved.remove({ ...of, name: 'two' })).toMatchObject({ fault: { code: 'saved-unknown' } });
    expect(await names()).toEqual(['first']);
  });

  it('from several places at once lose none', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `r${at}`);
    await Promise.all(
      names.map((name) =>
        createSavedRequests(home).save({ ...of, name, argumentsJson: '{}', replace: false }),
      ),
    );
    const listed = await createSavedRequests(home).list(of);
    expect(listed.ok && listed.value.requests).toHaveLength(12);
  });

  it.each(['{', '[]', '{"version":2,"requests":[]}', '{"version":1,"requests":[{"name":7}]}'])(
    'in a file that cannot be read are left as they are: %s',
    async (text) => {
      const file = join(home, 'saved-requests.json');
      await writeFile(file, text);
      const saved = createSavedRequests(home);
      expect(await saved.list(of)).toMatchObject({ fault: { code: 'saved-unreadable' } });
      expect((await saved.save({ ...of, name: 'x', argumentsJson: '{}', replace: true })).ok).toBe(false);
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  it.each([
    ['{', 'arguments-not-json'],
    ['[]', 'arguments-not-object'],
    ['7', 'arguments-not-object'],
  ])('are objects: not %s', async (argumentsJson, code) => {
    const saved = createSavedRequests(home);
    expect(await saved.save({ ...of, name: 'x', argumentsJson, replace: false })).toMatchObject({
      fault: { code },
    });
    expect(await readdir(home)).toEqual([]);
  });
});
