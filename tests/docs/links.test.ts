import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../electron/cli/program.ts';
import { testIo } from '../../electron/cli/testing.ts';
import { sections } from './markdown.ts';

const root = path.resolve(import.meta.dirname, '../..');
const pages = ['*.md', 'docs/*.md', '{shared,electron,renderer}/README.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
);

const targetsOf = (page: string): string[] => {
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
};

describe('our pages', () => {
  it('are found', () => expect(pages).toContain('README.md'));

  it.each(pages)('%s links only to what is there', (page) => {
    const dead = targetsOf(page).filter((target) => !existsSync(path.join(root, path.dirname(page), target)));
    expect(dead).toEqual([]);
  });
});

describe('docs/cli.md', () => {
  it('has a heading for every command, and for nothing else', () => {
    const text = readFileSync(path.join(root, 'docs/cli.md'), 'utf8');
    const headings = sections(text, 3).flatMap(({ title }) =>
      [...title.matchAll(/`([a-z]+)(?: [^`]*)?`/g)].map(([, name = '']) => name),
    );
    const program = buildProgram({ io: testIo().io, tail: undefined, code: undefined });
    expect(headings.toSorted()).toEqual(program.commands.map((command) => command.name()).toSorted());
  });
});
