import { fail, ok } from '../../../shared/fault.ts';
import type { ServerConfig } from '../../../shared/contract.ts';
import { createAppCalls } from '../app-calls.ts';
import type { AuthorizationDesk } from '../authorization-desk.ts';
import type { UserDesk } from '../host/desk.ts';
import type { Handlers } from '../handlers.ts';
import type { ServerHub } from '../hub.ts';
import { readServers } from '../servers/client-configs.ts';
import type { ServerRegistry } from '../servers/types.ts';

type Own =
  | 'servers.add'
  | 'servers.update'
  | 'servers.remove'
  | 'servers.restore'
  | 'servers.parse'
  | 'servers.consent'
  | 'servers.connect'
  | 'servers.disconnect'
  | 'servers.tools'
  | 'servers.stderr'
  | 'tools.call'
  | 'views.call';

/** Registered servers: configure, agree to, connect, look at, call. */
export function serverCommands(
  registry: ServerRegistry,
  hub: ServerHub,
  authorization: Pick<AuthorizationDesk, 'forgetAll'>,
  desk: UserDesk,
): Pick<Handlers, Own> {
  const callFromView = createAppCalls(hub, desk);
  return {
    'servers.add': async ({ config }) => {
      const added = await registry.add(config);
      if (!added.ok) return added;
      await hub.refresh();
      return hub.view(config.name);
    },

    'servers.update': async ({ name, config }) => {
      if (config.name !== name)
        return fail('server-renamed', 'A server keeps its name.', {
          next: 'Remove it and add it under the new name.',
        });
      const before = registry.get(name);
      const updated = await registry.update(name, config);
      if (!updated.ok) return updated;
      if (before !== undefined) await hub.reconfigured(before, updated.value);
      await hub.refresh();
      return hub.view(name);
    },

    'servers.remove': async ({ name }) => {
      await hub.disconnect(name);
      const config = registry.get(name);
      const removed = await registry.remove(name);
      if (!removed.ok) return removed;
      // Another server at the same address still needs what is kept for it.
      if (config !== undefined && !registry.list().some((one) => sameAddress(one, config)))
        authorization.forgetAll(config);
      return ok({});
    },

    'servers.restore': async ({ name }) => {
      const restored = await registry.restore(name);
      if (!restored.ok) return restored;
      await hub.refresh();
      return hub.view(name);
    },

    'servers.parse': ({ text }) => {
      const servers = readServers(text);
      return servers.ok ? ok({ servers: [...servers.value] }) : servers;
    },

    'servers.consent': async ({ name, commandLine }) => {
      const consented = await registry.consent(name, commandLine);
      if (!consented.ok) return consented;
      await hub.refresh();
      return hub.view(name);
    },

    'servers.connect': ({ name }, { signal }) => hub.connect(name, signal),
    'servers.disconnect': ({ name }) => hub.disconnect(name),

    'servers.tools': ({ name }) => {
      const tools = hub.tools(name);
      return tools.ok ? ok({ tools: tools.value }) : tools;
    },

    'servers.stderr': ({ name }) => hub.stderr(name),
    'tools.call': (request, { signal }) => hub.call(request, signal),
    'views.call': (request, { signal }) => callFromView(request, signal),
  };
}

const sameAddress = (a: ServerConfig, b: ServerConfig): boolean =>
  a.transport.kind === 'http' && b.transport.kind === 'http' && a.transport.url === b.transport.url;
