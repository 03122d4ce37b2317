import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../shared/fault.ts';
import { openScenarios } from './scenarios.ts';

const good = {
  scenario: 1,
  id: 'good',
  title: 'Good',
  describes: 'Says OK.',
  hosts: ['codex'],
  roles: { root: [[{ do: 'text', text: 'OK' }]] },
};

describe('a folder of scenarios', () => {
  it('keeps the good ones and says what is wrong with the others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'throughline-scenarios-'));
    const text = JSON.stringify(good);
    writeFileSync(join(folder, 'good.json'), text);
    writeFileSync(join(folder, 'cut.json'), text.slice(0, 40));
    writeFileSync(
      join(folder, 'wrong.json'),
      JSON.stringify({ ...good, roles: { root: [[{ do: 'text' }]] } }),
    );
    writeFileSync(join(folder, 'notes.txt'), 'no scenario');
    const faults: Fault[] = [];
    const scenarios = await openScenarios(folder, (fault) => faults.push(fault));
    rmSync(folder, { recursive: true });
    expect(scenarios.list().map(({ id }) => id)).toEqual(['good']);
    expect(faults.map(({ code, message }) => [code, message.replace(folder, '')])).toEqual([
      ['scenario-bad-json', '/cut.json: The scenario is not valid JSON.'],
      ['scenario-invalid', '/wrong.json: The scenario is wrong at roles.root[0][0].text.'],
    ]);
    expect(scenarios.get('bad')).toMatchObject({
      ok: false,
      fault: { code: 'scenario-unknown', next: 'Choose one of: good.' },
    });
  });

  it('that is missing is reported, and there are none', async () => {
    const faults: Fault[] = [];
    expect((await openScenarios('/nowhere/at/all', (fault) => faults.push(fault))).list()).toEqual([]);
    expect(faults[0]?.code).toBe('scenarios-missing');
  });
});
