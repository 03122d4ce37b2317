import { ClientId, type ClientOffer, type ClientVersion } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { failed, note, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { withRuntime } from '../runtime.ts';
import { table } from '../table.ts';

interface JsonOption {
  readonly json?: true;
}

/** The clients that can be probed, and where each could come from. A program on PATH is asked for its version. */
export const listClients = (io: Io, options: JsonOption): Promise<ExitCode> =>
  withRuntime(io, async (client) => {
    const reply = await client.request('clients.list', { versions: true });
    if (!reply.ok) return failed(io, reply.fault);
    if (options.json === true) printJson(io, reply.value.clients);
    else printOffers(io, reply.value.clients);
    return 0;
  });

/** Installs one version into the cache. */
export async function installClient(io: Io, text: string, options: JsonOption): Promise<ExitCode> {
  const which = parseClient(text);
  if (!which.ok) return refused(io, which.fault);
  return withRuntime(io, async (client) => {
    note(io, `Installing ${text} into the cache…`);
    const reply = await client.request('clients.install', which.value, { signal: io.signal });
    if (!reply.ok)
      return reply.fault.code === 'client-version-invalid'
        ? refused(io, reply.fault)
        : failed(io, reply.fault);
    if (options.json === true) printJson(io, reply.value);
    else printOffers(io, [reply.value]);
    return 0;
  });
}

/** Removes one version from the cache. */
export async function removeClient(io: Io, text: string): Promise<ExitCode> {
  const which = parseClient(text);
  if (!which.ok) return refused(io, which.fault);
  const { id, version } = which.value;
  if (version === undefined)
    return refused(io, { code: 'version-missing', message: 'Name the version to remove, as ID@VERSION.' });
  return withRuntime(io, async (client) => {
    const reply = await client.request('clients.remove', { id, version });
    return reply.ok ? 0 : failed(io, reply.fault);
  });
}

/** `ID[@VERSION]`. */
export function parseClient(text: string): Result<ClientVersion> {
  const [id = '', version] = text.split('@', 2);
  const known = ClientId.safeParse(id);
  if (known.success) return ok({ id: known.data, ...(version === undefined ? {} : { version }) });
  return fail('client-unknown', `There is no client "${id}".`, {
    next: `There are: ${ClientId.options.join(', ')}.`,
  });
}

function printOffers(io: Io, offers: readonly ClientOffer[]): void {
  const lines = table(
    [
      ['client', 'pinned versions', 'also in the cache', 'on PATH', 'package'],
      ...offers.map(({ id, runsHere, pinned, others, onPath, package: name }) => [
        id,
        runsHere ? pinned.map(versionWords).join(', ') : 'no build for this system',
        others.join(', ') || '-',
        onPath === undefined ? '-' : `${onPath.version ?? 'version unknown'} at ${onPath.command}`,
        name,
      ]),
    ],
    { width: io.stdout.columns },
  );
  for (const [index, line] of lines.entries()) print(io, index === 0 ? styled(io, 'bold', line) : line);
}

const versionWords = ({ version, installed }: ClientOffer['pinned'][number]): string =>
  installed ? `${version} (installed)` : version;
