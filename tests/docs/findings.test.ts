import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findings } from '../../shared/findings.ts';

const text = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8');
const rows = new Map(
  [...text.matchAll(/^\| `([^`]+)` \| (.+?) \| (.+) \| (.+) \|$/gm)].map(([, code = '', ...cells]) => [
    code,
    cells,
  ]),
);

describe('docs/findings.md', () => {
  it('has a row for every finding and for no other', () => {
    expect([...rows.keys()].toSorted()).toEqual(Object.keys(findings).toSorted());
  });

  it.each(Object.entries(findings))('says of %s what the program says', (code, finding) => {
    expect(rows.get(code)).toEqual([finding.severity, finding.says, finding.remedy]);
  });
});
