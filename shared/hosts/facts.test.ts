import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACTS, factOf, gradeOf } from './facts.ts';
import type { HostId } from './ids.ts';

const here = new URL('.', import.meta.url);
const page = readFileSync(new URL('../../docs/hosts.md', here), 'utf8');

const PREFIX: Readonly<Record<HostId, string>> = {
  codex: 'CX',
  claude: 'CC',
  gemini: 'GM',
  qwen: 'QW',
  opencode: 'OC',
  copilot: 'CP',
  cline: 'CL',
  continue: 'CN',
  vscode: 'VS',
  goose: 'GS',
  cursor: 'CU',
};
const ID = new RegExp(`\\b(?:${Object.values(PREFIX).join('|')})-\\d+(?:\\.\\d+)?`, 'g');

/** Rows of the page's fact tables: id, versions, grade, text, source. */
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells[1] !== undefined && cells[1].match(ID)?.[0] === cells[1])
  .map((cells) => cells.slice(1, 6));

/** Every id that the profiles name, in code and in comments. */
function usedIds(folder = here): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('facts') && !file.includes('.test.'),
  );
  return files.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').match(ID) ?? []);
}

describe('facts', () => {
  it('have unique ids that name their host', () => {
    const ids = FACTS.map((fact) => fact.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const fact of FACTS) expect(fact.id.startsWith(`${PREFIX[fact.host]}-`)).toBe(true);
  });

  it('stand in docs/hosts.md word for word, in the same order', () => {
    expect(rows).toEqual(FACTS.map((fact) => [fact.id, fact.versions, fact.grade, fact.text, fact.source]));
  });

  it('cover every id that the profiles name, in code and in comments', () => {
    const used = usedIds();
    expect(used.length).toBeGreaterThan(100);
    expect([...new Set(used)].filter((id) => factOf(id) === undefined)).toEqual([]);
  });

  it('cover every id that the rest of the program names', () => {
    const used = ['electron/', 'renderer/'].flatMap((folder) => usedIds(new URL(`../../${folder}`, here)));
    // Without its second part an id is a whole subject.
    const facts = new Set(used.filter((id) => id.includes('.')));
    expect(facts.size).toBeGreaterThan(10);
    expect([...facts].filter((id) => factOf(id) === undefined)).toEqual([]);
  });

  it('are found behind a step, and nothing behind nonsense', () => {
    expect(factOf('CX-6.1/2')?.id).toBe('CX-6.1');
    expect(factOf('CX-99')).toBeUndefined();
  });

  it('make a statement as sure as the weakest of them', () => {
    expect(gradeOf(['GM-3.1'])).toBe('measured');
    expect(gradeOf(['GM-3.1', 'GM-6.1/4'])).toBe('read');
    expect(gradeOf(['GM-3.1', 'CU-1.1'])).toBe('reported');
    expect(gradeOf(['nonsense'])).toBeUndefined();
  });

  it('are all used by a profile of their host', () => {
    const used = new Set(usedIds());
    const known = FACTS.filter(({ host }) => host !== 'codex' && host !== 'claude');
    expect(known.filter(({ id }) => !used.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
