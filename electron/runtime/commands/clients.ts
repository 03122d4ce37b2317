import { ok } from '../../../shared/fault.ts';
import type { ClientShelf } from '../clients/index.ts';
import type { Handlers } from '../handlers.ts';

/** Client programs: what is there, install, remove. */
export const clientCommands = (
  shelf: ClientShelf,
): Pick<Handlers, 'clients.list' | 'clients.install' | 'clients.remove'> => ({
  'clients.list': async ({ versions }) => ok({ clients: await shelf.look({ versions: versions ?? false }) }),
  'clients.install': (which, { signal }) => shelf.install(which, signal),
  'clients.remove': (which) => shelf.remove(which),
});
