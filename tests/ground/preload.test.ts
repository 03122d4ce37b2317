/** The page must never get ipcRenderer itself: the preload script may call it, and nothing more. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Lines that use `ipcRenderer` in any other way than by calling one of two methods. */
function rawUses(file: string): string[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('import '))
    .filter((line) => /\bipcRenderer\b/.test(line.replaceAll(/\bipcRenderer\.(?:on|send)\(/g, '')));
}

describe('the preload script', () => {
  it('passes ipcRenderer to nobody', () => {
    expect(rawUses('electron/desktop/preload.ts')).toEqual([]);
  });

  it('would be caught if it did', () => {
    expect(rawUses('tests/lint-cases/electron/desktop/preload.ts')).toHaveLength(1);
  });
});
