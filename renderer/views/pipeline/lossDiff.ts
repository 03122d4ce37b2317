import type { ToolDefinition } from '../../../shared/event.ts';
import type { ToolLosses } from '../../../shared/hosts/index.ts';
import { escapePointer, formatJson, isObject } from '../../../shared/json.ts';
import type { DiffLine } from '../../components/DiffView.tsx';

interface SchemaLine {
  readonly pointer: string;
  readonly text: string;
  readonly lost: boolean;
}

/** What the model does not get of a tool, as lines: what is lost, and as much of the rest as shows where it stood. */
export function lossDiff(definition: ToolDefinition, losses: ToolLosses): DiffLine[] {
  const lost = new Set(losses.lost.map(({ path, keyword }) => `${path}/${escapePointer(keyword)}`));
  const lines: SchemaLine[] = [];
  if (losses.schema === null) lines.push({ pointer: '', text: '"inputSchema"', lost: true });
  else print(definition.inputSchema, '', 0, lost, false, lines);
  return [...inContext(lines), ...descriptionLines(losses), ...fieldLines(definition, losses)];
}

/** Prints the members of a schema, one line a scalar, with the pointer of each. */
function print(
  value: unknown,
  pointer: string,
  depth: number,
  lost: ReadonlySet<string>,
  inLost: boolean,
  lines: SchemaLine[],
): void {
  if (!isObject(value)) return;
  const pad = '  '.repeat(depth);
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${escapePointer(key)}`;
    const gone = inLost || lost.has(at);
    // The members of the root are what a reader thinks of as the arguments; the word around them adds nothing.
    if (pointer === '' && key === 'properties') {
      print(member, at, depth, lost, gone, lines);
      continue;
    }
    if (isObject(member) && Object.keys(member).length > 0) {
      lines.push({ pointer: at, text: `${pad}${formatJson(key)}: {`, lost: gone });
      print(member, at, depth + 1, lost, gone, lines);
      lines.push({ pointer: at, text: `${pad}}`, lost: gone });
    } else lines.push({ pointer: at, text: `${pad}${formatJson(key)}: ${formatJson(member)}`, lost: gone });
  }
}

/** Keeps lost lines, the containers around them and their direct siblings; the rest of the schema is left out. */
function inContext(lines: readonly SchemaLine[]): DiffLine[] {
  const around = new Set<string>();
  for (const { pointer, lost } of lines) {
    if (!lost) continue;
    for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      around.add(pointer.slice(0, end));
    }
  }
  const isSibling = (pointer: string): boolean => {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    return around.has(parent) && pointer.endsWith('/type');
  };
  return lines
    .filter(({ pointer, lost }) => lost || around.has(pointer) || isSibling(pointer))
    .map(({ text, lost }) => ({ change: lost ? 'removed' : 'kept', text }));
}

function descriptionLines({ description }: ToolLosses): DiffLine[] {
  if (!description.cut) return [];
  const kept = description.shown.length;
  const gone = description.original.length - kept;
  return [
    {
      change: 'removed',
      text: `"description": the last ${gone.toLocaleString('en')} of ${description.original.length.toLocaleString('en')} characters`,
    },
  ];
}

function fieldLines(definition: ToolDefinition, { fields }: ToolLosses): DiffLine[] {
  return fields.map(({ field }): DiffLine => ({
    change: 'removed',
    text: `"${field}": ${fieldText(definition, field)}`,
  }));
}

function fieldText(definition: ToolDefinition, field: ToolLosses['fields'][number]['field']): string {
  switch (field) {
    case 'title':
      return formatJson(definition.title);
    case 'annotations': {
      const count = Object.keys(definition.annotations ?? {}).length;
      return `{ ${count} ${count === 1 ? 'hint' : 'hints'} }`;
    }
    case 'outputSchema':
      return '{ … }';
    case 'icons':
      return '[ … ]';
    case '_meta':
      return '{ … }';
  }
}
