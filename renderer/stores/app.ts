import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  defaultSettings,
  type AppInfo,
  type CaptureSummary,
  type ClientOffer,
  type CommandArgs,
  type CommandName,
  type CommandReply,
  type PendingApproval,
  type PendingInteraction,
  type RuntimeClient,
  type ServerView,
  type Settings,
} from '../../shared/contract.ts';
import type { HostRef } from '../../shared/event.ts';
import type { Result } from '../../shared/fault.ts';
import { openCapture, type OpenCapture } from './capture.ts';
import { chooseCapture } from './chooseCapture.ts';
import { createClientWorks, type ClientWorks } from './clientWork.ts';
import { createConnections, type Connections } from './connections.ts';
import { createFeed, type Feed } from './feed.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { frameSchedule } from './receive.ts';
import { createShapesShelf, type ShapesShelf } from './shapesShelf.ts';
import { applyTheme } from './theme.ts';
import { toast } from './toasts.ts';
import { createUi, type Ui } from './ui.ts';

/** All state of the window that outlives a component. */
export interface AppModel {
  readonly client: RuntimeClient;
  readonly navigation: Navigation;
  readonly connections: Connections;
  readonly ui: StoreApi<Ui>;
  readonly servers: StoreApi<Feed<readonly ServerView[]>>;
  /** Watched from the first use on: looking for clients and measuring them is work. */
  readonly clients: () => StoreApi<Feed<readonly ClientOffer[]>>;
  readonly clientWork: ClientWorks;
  readonly shapes: ShapesShelf;
  readonly captures: StoreApi<Feed<readonly CaptureSummary[]>>;
  readonly approvals: StoreApi<Feed<readonly PendingApproval[]>>;
  /** Watched from the start on: what servers ask while nobody watches is declined. */
  readonly interactions: StoreApi<Feed<readonly PendingInteraction[]>>;
  readonly settings: StoreApi<Settings>;
  readonly info: StoreApi<{ readonly info: AppInfo | undefined }>;
  /** Set when the connection to the runtime broke; what is on screen stays readable. */
  readonly connection: StoreApi<{ readonly lost: boolean }>;
  readonly open: StoreApi<{ readonly capture: OpenCapture | undefined }>;
  /** The host that the pipeline is seen through; null follows the capture. */
  readonly host: StoreApi<{ readonly host: HostRef | null }>;
  /** Asks the runtime; a failure is also said in a corner of the window. */
  readonly ask: <Name extends CommandName>(
    name: Name,
    args: CommandArgs<Name>,
  ) => Promise<Result<CommandReply<Name>>>;
  readonly changeSettings: (change: Partial<Settings>) => void;
}

export function createApp(client: RuntimeClient, page: Window): AppModel {
  const navigation = createNavigation(page);
  const captures = createFeed(client, 'captures', {});
  const settings = createStore<Settings>(() => defaultSettings);
  const info = createStore<{ info: AppInfo | undefined }>(() => ({ info: undefined }));
  const open = createStore<{ capture: OpenCapture | undefined }>(() => ({ capture: undefined }));

  const ask: AppModel['ask'] = async (name, args) => {
    const reply = await client.request(name, args);
    if (!reply.ok) {
      const { message, cause, next } = reply.fault;
      toast({ tone: 'fault', title: message, detail: [cause, next].filter(Boolean).join(' ') || undefined });
    }
    return reply;
  };

  let clients: StoreApi<Feed<readonly ClientOffer[]>> | undefined;
  let stopTheme = (): void => undefined;
  settings.subscribe(({ theme }) => {
    stopTheme();
    stopTheme = applyTheme(page, theme);
  });

  const follow = (): void => {
    const { value } = captures.getState();
    if (!value) return;
    const id = chooseCapture(value, navigation.store.getState().capture);
    const { capture } = open.getState();
    if (capture?.id === id) return;
    capture?.close();
    open.setState({ capture: id === undefined ? undefined : openCapture(client, id, frameSchedule(page)) });
  };
  captures.subscribe(follow);
  navigation.store.subscribe(follow);

  client.subscribe('notices', {}, (faults) => {
    for (const { message, cause, next } of faults) {
      toast({ tone: 'fault', title: message, detail: [cause, next].filter(Boolean).join(' ') || undefined });
    }
  });

  void (async () => {
    const [known, about] = await Promise.all([
      client.request('settings.get', {}),
      client.request('app.info', {}),
    ]);
    if (known.ok) settings.setState(known.value);
    if (about.ok) info.setState({ info: about.value });
  })();

  return {
    client,
    navigation,
    connections: createConnections(client),
    ui: createUi(page),
    servers: createFeed(client, 'servers', {}),
    clients: () => (clients ??= createFeed(client, 'clients', {})),
    clientWork: createClientWorks(client),
    shapes: createShapesShelf(client),
    captures,
    approvals: createFeed(client, 'approvals', {}),
    interactions: createFeed(client, 'interactions', {}),
    settings,
    info,
    connection: createStore<{ lost: boolean }>(() => ({ lost: false })),
    open,
    host: createStore<{ host: HostRef | null }>(() => ({ host: null })),
    ask,
    changeSettings: (change) => {
      settings.setState(change);
      void ask('settings.set', change);
    },
  };
}
