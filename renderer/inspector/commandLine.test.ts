import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callCommand } from './commandLine.ts';

describe('a call as a command', () => {
  it('reads as one would write it', () => {
    expect(callCommand('shape_probe', 'lookup', '{"query":"it\'s"}')).toBe(
      String.raw`throughline call lookup --args '{"query":"it'\''s"}' shape_probe`,
    );
    expect(callCommand('my server', 'lookup', undefined)).toBe("throughline call lookup 'my server'");
  });

  it.skipIf(process.platform === 'win32')('gives a shell the words it was made of', () => {
    const word = fc.string({ minLength: 1 }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(word, word, (server, json) => {
        const line = callCommand(server, 'lookup', json).replace('throughline', String.raw`printf '%s\n.'`);
        const [, , , args, name] = execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\n.');
        expect([name === undefined ? undefined : args, name]).toEqual([json, server]);
      }),
      { numRuns: 25 },
    );
  });
});
