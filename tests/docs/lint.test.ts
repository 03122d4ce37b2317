import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../shared/lint/index.ts';

const page = readFileSync(new URL('../../docs/lint.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (error|warning|info) \| (.+) \| (.+) \|$/gm)].map(
  ([, ...cells]) => cells,
);

describe('docs/lint.md', () => {
  it('has a row for every rule and for no other, in the order of the rules, word for word', () => {
    expect(rows).toEqual(RULES.map(({ code, severity, means, remedy }) => [code, severity, means, remedy]));
  });
});
