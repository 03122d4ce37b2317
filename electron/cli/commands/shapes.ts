import { existsSync } from 'node:fs';
import { fail, type Result } from '../../../shared/fault.ts';
import { diffShapes, type Change } from '../../../shared/shapes/diff.ts';
import type { ShapesDocument } from '../../../shared/shapes/document.ts';
import { shapesMarkdown } from '../../../shared/shapes/markdown.ts';
import { readShapes } from '../../../shared/shapes/read.ts';
import { inputName, readInput } from '../input.ts';
import { note, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { plain, plainLine } from '../plain.ts';
import { withRuntime } from '../runtime.ts';

interface JsonOption {
  readonly json?: true;
}

/** What one run showed its model: as a report, or as the document. */
export async function shapes(io: Io, source: string, options: JsonOption): Promise<ExitCode> {
  const document = await loadShapes(io, source);
  if (!document.ok) return refused(io, document.fault);
  if (options.json === true) printJson(io, document.value);
  else io.stdout.write(plain(shapesMarkdown(document.value)));
  return 0;
}

/** What is otherwise in the second of two runs. Exit code 1 when something is; times never are. */
export async function diff(io: Io, before: string, after: string, options: JsonOption): Promise<ExitCode> {
  const first = await loadShapes(io, before);
  if (!first.ok) return refused(io, first.fault);
  const second = await loadShapes(io, after);
  if (!second.ok) return refused(io, second.fault);
  const changes = diffShapes(first.value, second.value);
  if (options.json === true) {
    printJson(io, { before: runOf(first.value), after: runOf(second.value), changes });
  } else {
    printChanges(io, changes);
    note(
      io,
      `${nameOf(first.value)} and ${nameOf(second.value)}: ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`,
    );
  }
  return changes.length === 0 ? 0 : 1;
}

const runOf = ({ run: { client, version, modelClass, scenario } }: ShapesDocument) => ({
  client,
  version,
  modelClass,
  scenario,
});

const nameOf = ({ run: { client, version, modelClass } }: ShapesDocument): string =>
  [client ?? 'an unknown client', version, modelClass].filter((part) => part !== null).join(' ');

/** So many tools of one change are named. */
const NAMED_TOOLS = 3;

function printChanges(io: Io, changes: readonly Change[]): void {
  for (const [kind, all] of Map.groupBy(changes, (change) => change.kind)) {
    print(io, styled(io, 'bold', kind));
    for (const { about, tools, before, after } of all) {
      const whose = tools === undefined ? '' : ` (${someOf(tools)})`;
      print(io, `  ${plainLine(`${about}${whose}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`)}`);
    }
  }
}

const someOf = (tools: readonly string[]): string =>
  tools.length <= NAMED_TOOLS
    ? tools.join(', ')
    : `${tools.slice(0, NAMED_TOOLS).join(', ')} and ${tools.length - NAMED_TOOLS} more`;

/** From a file (a capture or a shapes document), or from the library by id. */
async function loadShapes(io: Io, source: string): Promise<Result<ShapesDocument>> {
  if (source === '-' || existsSync(source)) {
    const text = await readInput(io, source);
    return text.ok ? readShapes(text.value, inputName(source)) : text;
  }
  let found: Result<ShapesDocument> | undefined;
  await withRuntime(io, async (client) => {
    const exported = await client.request('captures.export', { capture: source, format: 'shapes' });
    if (exported.ok) found = readShapes(exported.value.text, source);
    return 0;
  });
  return (
    found ??
    fail('capture-unknown', `There is no capture and no file "${source}".`, {
      next: 'throughline captures list shows the captures.',
    })
  );
}
