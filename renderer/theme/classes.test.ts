import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file));
const sources = files
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Class names that a style sheet defines; `url()`s and numbers hold dots too, hence the letter after it. */
const defined = (css: string): Set<string> =>
  new Set(
    [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\.([a-zA-Z][\w-]*)(?=[^{}]*\{)/g)].map(
      ([, name]) => name ?? '',
    ),
  );

interface Use {
  readonly names: Set<string>;
  /** A name is computed, so any may be used. */
  readonly computed: boolean;
}

/** Which names the components that import a style sheet take from it. */
function usesOf(sheet: string): Use {
  const names = new Set<string>();
  let computed = false;
  for (const { file, text } of sources) {
    for (const [, variable = '', path = ''] of text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)) {
      if (join(dirname(file), path) !== sheet) continue;
      const body = text.replaceAll(/^import .*$/gm, '');
      for (const [, name = ''] of body.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))) names.add(name);
      if (text.includes(`${variable}[`)) computed = true;
    }
  }
  return { names, computed };
}

describe.each(
  files.filter((file) => file.endsWith('.module.css')).map((file) => [relative(root, file), file] as const),
)('%s', (_name, sheet) => {
  const names = defined(readFileSync(sheet, 'utf8'));
  const uses = usesOf(sheet);

  it('defines every class that is used', () => {
    expect([...uses.names].filter((name) => !names.has(name))).toEqual([]);
  });

  it('has no class that nobody uses', () => {
    expect(uses.computed ? [] : [...names].filter((name) => !uses.names.has(name))).toEqual([]);
  });
});
