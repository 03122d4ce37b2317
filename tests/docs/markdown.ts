/** As much Markdown as our own pages use. */

export interface Section {
  readonly title: string;
  readonly body: string;
}

/** Headings of one level with the text up to the next heading of that level or a higher one. */
export function sections(text: string, level: number): Section[] {
  const mark = '#'.repeat(level);
  return text
    .split(new RegExp(`^(?=#{1,${level}} )`, 'm'))
    .filter((part) => part.startsWith(`${mark} `))
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      return { title: first.slice(level + 1), body: rest.join('\n') };
    });
}

/** Names in code marks in the first column of every table, in order. */
export const fieldsOf = (body: string): string[] =>
  [...body.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
