import type { ServerConfig } from '../../../shared/contract.ts';
import { fault, ok, type Result } from '../../../shared/fault.ts';
import { finding } from './findings.ts';
import { kindShapes, readItemEntry } from './item-entry.ts';
import { createListWatch } from './list-watch.ts';
import { announces, compareLists } from './listing.ts';
import { walkPages, type PageReply } from './pages.ts';
import type { Recording } from './recording.ts';
import type { Asked } from './session.ts';
import { sentence } from './sentence.ts';
import type { ItemKind, ItemList, JsonObject, RawItem } from './types.ts';

const methodNotFound = -32601;

/** The answer to one page of a list. A server that does not know the method and never announced the kind has an empty list. */
export const readPage = (asked: Asked, what: string, server: string, announced: boolean): PageReply => {
  if (asked.kind !== 'answer') return { kind: 'failed', fault: asked.fault };
  const { result, error } = asked.answer;
  if (result !== undefined) return { kind: 'page', result };
  if (error?.code === methodNotFound && !announced) return { kind: 'unknown' };
  return {
    kind: 'failed',
    fault: fault('list-failed', `The server "${server}" could not list its ${what}.`, {
      cause: sentence(error?.message),
      next: 'Try again; look at the log of the server.',
    }),
  };
};

interface ListsOptions {
  readonly config: ServerConfig;
  readonly capabilities: JsonObject;
  readonly recording: Recording;
  readonly ask: (
    method: string,
    params: JsonObject | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<Asked>;
  /** Somebody wants to hear of changes of this kind. */
  readonly onWanted: (capability: 'resources' | 'prompts') => void;
}

const words: Readonly<Record<ItemKind, string>> = {
  resources: 'resources',
  templates: 'resource templates',
  prompts: 'prompts',
};
const emitted = { resources: 'resource', templates: 'template', prompts: 'prompt' } as const;

/** The lists of one kind on one connection: listed, compared, followed. */
const createList = (kind: ItemKind, options: ListsOptions) => {
  const { config, capabilities, recording } = options;
  const shape = kindShapes[kind];
  const announced = announces(capabilities, shape.capability);
  const listeners = new Set<(list: ItemList) => void>();
  let items: readonly RawItem[] = [];
  let revision = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const listNow = async (
    signal: AbortSignal | undefined,
  ): Promise<Result<{ list: ItemList; changed: boolean }>> => {
    const seen = new Set<string>();
    const walk = await walkPages<RawItem>({
      member: shape.member,
      memberMissing: finding('list-items-missing', { list: kind }),
      fetchPage: async (cursor) =>
        readPage(
          await options.ask(shape.method, cursor === undefined ? undefined : { cursor }, signal),
          words[kind],
          config.name,
          // The resources capability says nothing about templates: many servers have the one and not the other.
          announced && kind !== 'templates',
        ),
      read: (raw, place) => {
        const { item, findings } = readItemEntry(kind, raw, place);
        if (item === undefined) return { findings };
        const twice = seen.has(item.key)
          ? [finding('item-duplicate', { list: kind, index: item.index, pointer: `/${shape.key}` })]
          : [];
        seen.add(item.key);
        return { findings, item: { ...item, findings: [...findings, ...twice] } };
      },
    });
    if (!walk.ok) return walk;
    const { added, changed, removed, same } = compareLists(items, walk.items, ({ key }) => key);
    for (const { index } of removed) recording.itemRemoved(emitted[kind], index);
    for (const { index } of [...added, ...changed]) recording.itemDiscovered(emitted[kind], index);
    const ofList = [
      ...walk.findings,
      ...(!announced && walk.items.length > 0 ? [finding('items-not-announced', { list: kind })] : []),
    ];
    if (revision === 0) ofList.forEach(recording.finding);
    for (const item of [...added, ...changed]) item.findings.forEach(recording.finding);
    items = walk.items;
    revision += 1;
    const list: ItemList = {
      items,
      findings: [...ofList, ...items.flatMap((item) => item.findings)],
      pages: walk.pages,
      revision,
      ...(walk.failed === undefined ? {} : { failed: walk.failed }),
    };
    return ok({ list, changed: !same });
  };

  /** One listing after the other: each is compared with the one before. */
  const list = (signal: AbortSignal | undefined): ReturnType<typeof listNow> => {
    const mine = turn.then(() => listNow(signal));
    turn = mine;
    return mine;
  };

  const watch = createListWatch<ItemList>({
    relist: async () => {
      const listed = await list(undefined);
      return listed.ok ? listed.value : undefined;
    },
    onChanged: (changed) => listeners.forEach((listener) => listener(changed)),
    onLoop: () => recording.finding(finding('list-changed-loop', { list: kind })),
  });

  return {
    list: async (signal: AbortSignal | undefined): Promise<Result<ItemList>> => {
      const listed = await list(signal);
      return listed.ok ? ok(listed.value.list) : listed;
    },
    onChanged: (listener: (changed: ItemList) => void): (() => void) => {
      listeners.add(listener);
      options.onWanted(kind === 'prompts' ? 'prompts' : 'resources');
      return () => listeners.delete(listener);
    },
    notified: (method: string): void => {
      if (method === shape.listChanged && listeners.size > 0) watch.announced();
    },
    stop: watch.stop,
  };
};

/** The lists of resources, templates and prompts of one connection. */
export const createLists = (options: ListsOptions) => ({
  resources: createList('resources', options),
  templates: createList('templates', options),
  prompts: createList('prompts', options),
});
