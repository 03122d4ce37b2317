import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AliasRow } from '../../shared/contract.ts';
import { runAliasProbe } from '../../electron/runtime/probe/index.ts';
import { clientFor } from './harness.ts';

const yes = { initialized: true, listed: true, advertised: true };
const no = { initialized: false, listed: false, advertised: false };
const unasked = { advertised: null };

/** The published rows, and those that were found besides; the same in both versions. */
const expected: readonly AliasRow[] = [
  { start: 'print', origin: 'inherited', alias: 'dup_alias', ...no },
  { start: 'print', origin: 'inherited', alias: 'inh_only', ...yes },
  { start: 'print', origin: 'project', alias: 'dup_alias', ...no },
  { start: 'print', origin: 'project', alias: 'prj_only', ...yes },
  { start: 'print', origin: 'temporary', alias: 'dup_alias', ...yes },
  { start: 'print', origin: 'temporary', alias: 'tmp_only', ...yes },
  { start: 'print-strict', origin: 'inherited', alias: 'dup_alias', ...no },
  { start: 'print-strict', origin: 'inherited', alias: 'inh_only', ...no },
  { start: 'print-strict', origin: 'project', alias: 'dup_alias', ...no },
  { start: 'print-strict', origin: 'project', alias: 'prj_only', ...no },
  { start: 'print-strict', origin: 'temporary', alias: 'dup_alias', ...yes },
  { start: 'print-strict', origin: 'temporary', alias: 'tmp_only', ...yes },
  // The list does not apply the launch table: it shows what is inherited, also where the launch takes the alias over.
  { start: 'list', origin: 'inherited', alias: 'dup_alias', ...yes, ...unasked },
  { start: 'list', origin: 'inherited', alias: 'inh_only', ...yes, ...unasked },
  { start: 'list', origin: 'project', alias: 'dup_alias', ...no, ...unasked },
  { start: 'list', origin: 'project', alias: 'prj_only', ...no, ...unasked },
  { start: 'list', origin: 'temporary', alias: 'dup_alias', ...no, ...unasked },
  { start: 'list', origin: 'temporary', alias: 'tmp_only', ...no, ...unasked },
];

describe('an alias that three configurations of Claude Code define', () => {
  for (const version of ['2.1.268', '2.1.332']) {
    it(`belongs to the launch in ${version}`, async ({ skip }) => {
      const client = await clientFor('claude', version, skip);
      const report = await runAliasProbe({
        client,
        probeServers: join(import.meta.dirname, '../../electron/probe-servers'),
        version: '0.0.0',
        signal: new AbortController().signal,
      });
      expect(report).toMatchObject({ ok: true, value: { client: 'claude', version } });
      expect(report.ok && report.value.rows).toEqual(expected);
    });
  }
});
