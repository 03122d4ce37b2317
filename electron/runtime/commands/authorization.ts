import { ok } from '../../../shared/fault.ts';
import type { AuthorizationDesk } from '../authorization-desk.ts';
import type { Handlers } from '../handlers.ts';
import type { ServerHub } from '../hub.ts';

type Own =
  | 'authorization.question'
  | 'authorization.answer'
  | 'authorization.keepSecret'
  | 'authorization.forget';

/** What a server wants to see over HTTP, and the user's word on it. */
export const authorizationCommands = (hub: ServerHub, desk: AuthorizationDesk): Pick<Handlers, Own> => ({
  'authorization.question': ({ name }) => desk.question(name),

  'authorization.answer': async ({ name, decision }) => {
    const answered = await desk.answer(name, decision);
    return answered.ok ? ok({}) : answered;
  },

  'authorization.keepSecret': ({ name, secret }) => {
    const server = hub.view(name);
    return server.ok ? desk.keepSecret(server.value.config, secret) : server;
  },

  'authorization.forget': async ({ name }) => {
    const closed = await hub.disconnect(name);
    if (!closed.ok) return closed;
    desk.forget(closed.value.config);
    return hub.view(name);
  },
});
