import type { Client, McpSubscription } from '@modelcontextprotocol/client';
import { isObject } from '../../../shared/json.ts';
import { announces } from './listing.ts';
import type { Session } from './session.ts';
import type { JsonObject } from './types.ts';

type Filter = Parameters<Client['listen']>[0];

interface SubscriptionOptions {
  readonly capabilities: JsonObject;
  readonly session: () => Session;
  /** First pause before a subscription that the server ended is made again, ms. */
  readonly firstMs?: number;
}

const longestMs = 60_000;

/**
 * What a modern server shall tell of (revision 2026-07-28, basic/patterns/subscriptions). One subscription holds all wishes;
 * when they change, the new one stands before the old one is closed, so that nothing falls between.
 */
export const createSubscriptions = ({ capabilities, session, firstMs = 1000 }: SubscriptionOptions) => {
  const lists = new Set<'tools' | 'prompts' | 'resources'>();
  const uris = new Set<string>();
  let current: McpSubscription | undefined;
  let turn: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopped = false;

  const hint = (capability: string, name: string): boolean => {
    const value = capabilities[capability];
    return announces(capabilities, capability) && isObject(value) && value[name] === true;
  };

  const wishes = (): Filter => ({
    ...(lists.has('tools') && hint('tools', 'listChanged') ? { toolsListChanged: true } : {}),
    ...(lists.has('prompts') && hint('prompts', 'listChanged') ? { promptsListChanged: true } : {}),
    ...(lists.has('resources') && hint('resources', 'listChanged') ? { resourcesListChanged: true } : {}),
    ...(uris.size > 0 ? { resourceSubscriptions: [...uris] } : {}),
  });

  const again = (): void => {
    if (stopped || timer !== undefined) return;
    const delay = Math.min(longestMs, firstMs * 2 ** failures);
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      void renew();
    }, delay).unref();
  };

  const open = async (): Promise<boolean> => {
    const before = current;
    const filter = wishes();
    if (Object.keys(filter).length === 0) {
      current = undefined;
      await before?.close();
      return true;
    }
    try {
      const made = await session().client.listen(filter);
      current = made;
      failures = 0;
      await before?.close();
      void made.closed.then((cause) => {
        if (cause === 'local' || current !== made) return;
        current = undefined;
        again();
      });
      return true;
    } catch {
      // The refusal stands in the event log; the server may take it later.
      again();
      return false;
    }
  };

  /** Makes the subscription fit the wishes. False when the server did not take it. */
  const renew = (): Promise<boolean> => {
    const mine = turn.then(() => (stopped ? false : open()));
    turn = mine.then(() => undefined);
    return mine;
  };

  return {
    list: (kind: 'tools' | 'prompts' | 'resources'): void => {
      if (lists.has(kind)) return;
      lists.add(kind);
      if (hint(kind, 'listChanged')) void renew();
    },
    addUri: (uri: string): Promise<boolean> => {
      uris.add(uri);
      return renew();
    },
    removeUri: (uri: string): Promise<boolean> => {
      uris.delete(uri);
      return renew();
    },
    stop: (): void => {
      stopped = true;
      clearTimeout(timer);
    },
  };
};
