import { existsSync, readdirSync } from 'node:fs';
import type { Platform } from './types.ts';

let known: Platform | undefined;

/** What this machine runs, for choosing a client's build. */
export const thisPlatform = (): Platform =>
  (known ??= { platform: process.platform, arch: process.arch, musl: isMusl() });

const glibcLoaders = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];

/** A system may have musl beside glibc; only one without glibc needs the other builds. */
function isMusl(): boolean {
  if (process.platform !== 'linux' || glibcLoaders.some((loader) => existsSync(loader))) return false;
  return readdirSync('/lib').some((name) => name.startsWith('ld-musl-'));
}
