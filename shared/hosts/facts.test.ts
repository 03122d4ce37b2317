import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACTS, factOf } from './facts.ts';

const here = new URL('.', import.meta.url);
const page = readFileSync(new URL('../../docs/hosts.md', here), 'utf8');

/** Rows of the page's fact tables: id, versions, grade, text, source. */
const rows = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => /^C[XC]-\d/.test(cells[1] ?? ''))
  .map((cells) => cells.slice(1, 6));

describe('facts', () => {
  it('have unique ids that name their host', () => {
    const ids = FACTS.map((fact) => fact.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const fact of FACTS) expect(fact.id.startsWith(fact.host === 'codex' ? 'CX-' : 'CC-')).toBe(true);
  });

  it('stand in docs/hosts.md word for word, in the same order', () => {
    expect(rows).toEqual(FACTS.map((fact) => [fact.id, fact.versions, fact.grade, fact.text, fact.source]));
  });

  it('cover every id that the profiles name, in code and in comments', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('facts'),
    );
    const used = files.flatMap(
      (file) => readFileSync(new URL(file, here), 'utf8').match(/C[XC]-\d+(\.\d+)?/g) ?? [],
    );
    expect(used.length).toBeGreaterThan(100);
    expect([...new Set(used)].filter((id) => factOf(id) === undefined)).toEqual([]);
  });

  it('are found behind a step, and nothing behind nonsense', () => {
    expect(factOf('CX-6.1/2')?.id).toBe('CX-6.1');
    expect(factOf('CX-99')).toBeUndefined();
  });
});
