import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namespaceScript } from './script.ts';

const resolvConf = '/tmp/run/resolv.conf';

describe('the inside of a run', () => {
  it('hides folders and gives back what the run is made of', () => {
    const script = namespaceScript({
      hide: ['/home/ann', '/run', '/tmp', '/'],
      keep: [
        { path: '/tmp/run', writable: true },
        { path: '/home/ann/app', writable: false },
        { path: '/usr/bin', writable: false },
      ],
      resolvConf,
    });
    expect(script.split('\n')).toEqual([
      'set -e',
      '{ ip link set lo up || ifconfig lo up; } 2>/dev/null',
      'mount -t tmpfs -o mode=0755 tmpfs /run',
      "cp '/tmp/run/resolv.conf' /run/.resolv.conf",
      'mkdir /run/.0',
      "mount --bind '/tmp/run' /run/.0",
      'mkdir /run/.1',
      "mount --bind '/home/ann/app' /run/.1",
      "[ ! -d '/tmp' ] || mount -t tmpfs -o mode=0700 tmpfs '/tmp'",
      "[ ! -d '/home/ann' ] || mount -t tmpfs -o mode=0700 tmpfs '/home/ann'",
      "mkdir -p '/tmp/run'",
      "mount --bind /run/.0 '/tmp/run'",
      'umount /run/.0',
      "mkdir -p '/home/ann/app'",
      "mount --bind /run/.1 '/home/ann/app'",
      "mount -o remount,bind,ro '/home/ann/app' || true",
      'umount /run/.1',
      'resolv="$(readlink -f /etc/resolv.conf)"',
      'mkdir -p "$(dirname "$resolv")"',
      '[ -e "$resolv" ] || : > "$resolv"',
      'mount --bind /run/.resolv.conf "$resolv"',
      'exec "$@"',
    ]);
  });

  it('keeps things aside where nothing that is kept lies', () => {
    const keep = [
      { path: '/run/app', writable: false },
      { path: '/mnt/c/run', writable: true },
    ];
    expect(namespaceScript({ hide: ['/run', '/mnt'], keep, resolvConf })).toContain('tmpfs /srv\n');
  });

  it.runIf(process.platform !== 'win32')('quotes every path for the shell', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !/[/\0]/.test(name)),
        (name) => {
          const path = `/tmp/x${name}`;
          const script = namespaceScript({ hide: ['/tmp'], keep: [{ path, writable: true }], resolvConf });
          const at = script.indexOf('mkdir -p ');
          const word = script.slice(at + 'mkdir -p '.length, script.indexOf('\nmount --bind /run/.0'));
          const said = execFileSync('/bin/sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' });
          expect(said).toBe(path);
        },
      ),
      { numRuns: 25 },
    );
  });
});
