import type { Handlers } from '../handlers.ts';
import { createSavedRequests } from '../saved-requests.ts';

type Own = 'saved.list' | 'saved.save' | 'saved.rename' | 'saved.remove';

/** Arguments that the user keeps under names. */
export function savedCommands(home: string): Pick<Handlers, Own> {
  const saved = createSavedRequests(home);
  return {
    'saved.list': (of) => saved.list(of),
    'saved.save': (request) => saved.save(request),
    'saved.rename': (request) => saved.rename(request),
    'saved.remove': (request) => saved.remove(request),
  };
}
