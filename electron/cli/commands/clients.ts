import { cacheFolder, clientOffers } from '../../runtime/clients/index.ts';
import { print, printJson, styled, type ExitCode, type Io } from '../io.ts';
import { table } from '../table.ts';

/** The client programs that Throughline knows how to start in isolation, and where each could come from. Starts nothing. */
export async function clients(io: Io, options: { readonly json?: true }): Promise<ExitCode> {
  const offers = await clientOffers(cacheFolder());
  const rows = offers.map(({ recipe, runsHere, pinned, onPath }) => ({
    id: recipe.id,
    title: recipe.title,
    package: recipe.package,
    licence: recipe.licence,
    runsHere,
    pinned: [...pinned],
    ...(onPath === undefined ? {} : { onPath }),
  }));
  if (options.json === true) {
    printJson(io, rows);
    return 0;
  }
  const lines = table([
    ['client', 'pinned versions', 'on PATH', 'package'],
    ...rows.map((row) => [
      row.id,
      row.runsHere
        ? row.pinned
            .map(({ version, installed }) => `${version}${installed ? ' (installed)' : ''}`)
            .join(', ')
        : 'no build for this system',
      row.onPath ?? '-',
      row.package,
    ]),
  ]);
  for (const [index, line] of lines.entries()) print(io, index === 0 ? styled(io, 'bold', line) : line);
  return 0;
}
