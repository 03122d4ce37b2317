import { describe, expect, it } from 'vitest';
import { splitCommand } from './splitCommand.ts';

describe('a command line taken apart', () => {
  it.each([
    ['npx -y @x/y', ['npx', '-y', '@x/y']],
    ['  uvx\tserver  ', ['uvx', 'server']],
    ['node "a b.mjs" \'c "d"\'', ['node', 'a b.mjs', 'c "d"']],
    ['run --name="a \\"b\\"" \'\'', ['run', '--name=a "b"', '']],
    [String.raw`a\ b c`, ['a b', 'c']],
    [
      String.raw`"C:\Program Files\node.exe" C:\x\y.js`,
      [String.raw`C:\Program Files\node.exe`, String.raw`C:\x\y.js`],
    ],
    ['npx', ['npx']],
    ['', []],
  ])('%s', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it.each(['node "a b', "node it's"])('waits for the end of a quote: %s', (line) => {
    expect(splitCommand(line)).toBeUndefined();
  });
});
