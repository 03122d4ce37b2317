import { describe, expect, it } from 'vitest';
import { bareEnvironment } from './environment.ts';

const scratch = { root: '/s', home: '/s/home', work: '/s/work', temp: '/s/temp' };

describe('the bare environment', () => {
  it('is four variables, whatever the machine has', () => {
    const machine = {
      ANTHROPIC_API_KEY: 'secret',
      NODE_OPTIONS: '--require /trap.js',
      PATH: '/evil',
      HOME: '/home/ann',
    };
    expect(bareEnvironment(scratch, ['/opt/node'], { platform: 'linux', machine })).toEqual({
      PATH: '/opt/node:/usr/bin:/bin',
      HOME: '/s/home',
      TERM: 'dumb',
      TMPDIR: '/s/temp',
    });
  });

  it('takes the names of system folders on Windows, and no more', () => {
    const machine = {
      SystemRoot: 'C:\\Windows',
      ComSpec: 'C:\\cmd.exe',
      OPENAI_API_KEY: 'secret',
      Path: 'C:\\evil',
    };
    const made = bareEnvironment(scratch, [], { platform: 'win32', machine });
    expect(made).toMatchObject({
      SystemRoot: 'C:\\Windows',
      ComSpec: 'C:\\cmd.exe',
      USERPROFILE: '/s/home',
      TEMP: '/s/temp',
    });
    expect(JSON.stringify(made)).not.toMatch(/secret|evil/);
    expect(Object.keys(made).toSorted()).toEqual(
      [
        'APPDATA',
        'ComSpec',
        'HOME',
        'LOCALAPPDATA',
        'PATH',
        'SystemRoot',
        'TEMP',
        'TERM',
        'TMP',
        'USERPROFILE',
      ].toSorted(),
    );
  });
});
