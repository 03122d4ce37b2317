import type { LogLevel, ServerConfig } from '../../../shared/contract.ts';
import { fail, fault, ok, type Result } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import { createLists } from './lists.ts';
import { announces } from './listing.ts';
import type { Recording } from './recording.ts';
import { offerAddresses } from './required-urls.ts';
import { requestOutcome } from './request-outcome.ts';
import { inRounds } from './rounds.ts';
import { ask, type Asked, type Session } from './session.ts';
import { createSubscriptions } from './subscriptions.ts';
import type {
  CompletionRequest,
  Features,
  JsonObject,
  LogView,
  PromptRequest,
  RequestLimits,
  RequestOutcome,
} from './types.ts';

interface FeatureOptions {
  readonly config: ServerConfig;
  readonly capabilities: JsonObject;
  readonly recording: Recording;
  readonly now: () => bigint;
  /** Milliseconds since the capture's start. */
  readonly elapsed: (at: bigint) => number;
  readonly session: () => Session;
  readonly inSession: (send: (current: Session) => Promise<Asked>) => Promise<Asked>;
}

/** Messages of a server's log that are kept; older ones are counted. */
const maxLog = 500;
/** Resources whose updates are counted, besides those that are followed. */
const maxUpdated = 200;

const contentsFindings = (result: JsonObject): McpFinding[] => {
  const { contents } = result;
  if (!Array.isArray(contents)) return [finding('resource-contents-invalid', { pointer: '/contents' })];
  return contents.flatMap((entry: unknown, index) => {
    const fine =
      isObject(entry) &&
      typeof entry['uri'] === 'string' &&
      (typeof entry['text'] === 'string') !== (typeof entry['blob'] === 'string');
    return fine ? [] : [finding('resource-contents-invalid', { pointer: `/contents/${index}` })];
  });
};

const messagesFindings = (result: JsonObject): McpFinding[] => {
  const { messages } = result;
  if (!Array.isArray(messages)) return [finding('prompt-messages-invalid', { pointer: '/messages' })];
  return messages.flatMap((entry: unknown, index) => {
    const fine =
      isObject(entry) &&
      (entry['role'] === 'user' || entry['role'] === 'assistant') &&
      isObject(entry['content']);
    return fine ? [] : [finding('prompt-messages-invalid', { pointer: `/messages/${index}` })];
  });
};

const completionFindings = (result: JsonObject): McpFinding[] => {
  const completion = result['completion'];
  const values = isObject(completion) ? completion['values'] : undefined;
  if (!Array.isArray(values) || values.some((value) => typeof value !== 'string'))
    return [finding('completion-invalid', { pointer: '/completion/values' })];
  return values.length > 100 ? [finding('completion-too-long', { pointer: '/completion/values' })] : [];
};

/** Everything a server offers beside tools. */
export const createFeatures = (
  options: FeatureOptions,
): {
  readonly features: Features;
  readonly notified: (method: string, params: JsonObject) => void;
  readonly listenForTools: () => void;
  readonly restore: () => Promise<void>;
  readonly stop: () => void;
} => {
  const { config, capabilities, recording, now, session, inSession } = options;
  const isModern = session().verdict.era === 'modern';
  const subscriptions = createSubscriptions({ capabilities, session });
  const subscribed = new Set<string>();
  const resourceListeners = new Set<(uri: string) => void>();
  const logListeners = new Set<() => void>();
  const log: LogView['messages'][number][] = [];
  let droppedLog = 0;
  const listChanges = { resources: 0, prompts: 0 };
  const updated = new Map<string, { updates: number; lastAt: number }>();
  let level: LogLevel | undefined;
  let requests = 0;

  const send = async (
    method: string,
    params: JsonObject | undefined,
    limits: RequestLimits,
    check: (result: JsonObject) => readonly McpFinding[] = () => [],
  ): Promise<RequestOutcome> => {
    const startedAt = now();
    const token = `request:${(requests += 1)}`;
    const asked = await inRounds(
      (extra) =>
        inSession((current) =>
          ask(
            current,
            method,
            params === undefined
              ? undefined
              : { ...params, ...extra, _meta: { ...limits.meta, progressToken: token } },
            {
              token,
              timeoutMs: limits.timeoutMs ?? config.callTimeoutMs,
              signal: limits.signal,
              onProgress: (progress) => limits.onProgress?.(progress),
            },
          ),
        ),
      { interactions: session().interactions, signal: limits.signal },
    );
    const outcome = requestOutcome(asked, { startedAt, now: now() });
    await offerAddresses(asked, {
      interactions: session().interactions,
      find: session().tap.find,
      signal: limits.signal,
    });
    if (outcome.outcome !== 'ok') return outcome;
    const findings = check(outcome.result ?? {});
    // A place inside a result may name members of it, so it stays out of events.
    for (const { code, severity } of findings) recording.finding({ code, severity });
    return { ...outcome, findings };
  };

  const lists = createLists({
    config,
    capabilities,
    recording,
    ask: (method, params, signal) =>
      inSession((current) => ask(current, method, params, { timeoutMs: config.startupTimeoutMs, signal })),
    onWanted: (kind) => {
      if (isModern) subscriptions.list(kind);
    },
  });

  const done = (outcome: RequestOutcome): Result<void> =>
    outcome.outcome === 'ok'
      ? ok(undefined)
      : { ok: false, fault: outcome.fault ?? fault('request-failed', 'The request failed.') };

  const subscribe = async (uri: string, wanted: boolean): Promise<Result<void>> => {
    if (isModern) {
      const taken = await (wanted ? subscriptions.addUri(uri) : subscriptions.removeUri(uri));
      if (!taken)
        return fail('subscription-refused', 'The server did not take the subscription.', {
          next: 'Look at its answer in the event log.',
        });
    } else {
      const outcome = await send(wanted ? 'resources/subscribe' : 'resources/unsubscribe', { uri }, {});
      if (outcome.outcome !== 'ok') return done(outcome);
    }
    if (wanted) subscribed.add(uri);
    else subscribed.delete(uri);
    return ok(undefined);
  };

  const setLogLevel = async (wanted: LogLevel): Promise<Result<void>> => {
    // Revision 2026-07-28 has no such request: each request says how much of a log it wants.
    if (!isModern) {
      const set = done(await send('logging/setLevel', { level: wanted }, {}));
      if (!set.ok) return set;
    } else if (!announces(capabilities, 'logging')) {
      return fail('logging-not-offered', `The server "${config.name}" announces no log.`);
    }
    level = wanted;
    session().logLevel = isModern ? wanted : undefined;
    return ok(undefined);
  };

  const logged = (params: JsonObject): void => {
    const { level: of, logger, data } = params;
    log.push({
      at: options.elapsed(now()),
      level: typeof of === 'string' ? of : 'info',
      ...(typeof logger === 'string' ? { logger } : {}),
      data,
    });
    if (log.length > maxLog) {
      log.shift();
      droppedLog += 1;
    }
    logListeners.forEach((listener) => listener());
  };

  const resourceUpdated = (uri: string): void => {
    const known = updated.get(uri);
    if (known !== undefined || updated.size < maxUpdated || subscribed.has(uri))
      updated.set(uri, { updates: (known?.updates ?? 0) + 1, lastAt: options.elapsed(now()) });
    resourceListeners.forEach((listener) => listener(uri));
  };

  const features: Features = {
    listItems: (kind, { signal } = {}) => lists[kind].list(signal),
    onItemsChanged: (kind, listener) => lists[kind].onChanged(listener),
    readResource: (uri, limits = {}) => send('resources/read', { uri }, limits, contentsFindings),
    getPrompt: ({ name, args }: PromptRequest, limits = {}) =>
      send(
        'prompts/get',
        { name, ...(args === undefined ? {} : { arguments: args }) },
        limits,
        messagesFindings,
      ),
    complete: ({ ref, argument, context }: CompletionRequest, limits = {}) =>
      send(
        'completion/complete',
        {
          ref:
            ref.kind === 'prompt'
              ? { type: 'ref/prompt', name: ref.name }
              : { type: 'ref/resource', uri: ref.uri },
          argument,
          ...(context === undefined ? {} : { context: { arguments: context } }),
        },
        limits,
        completionFindings,
      ),
    // Revision 2026-07-28 has no ping; every server has to answer server/discover.
    ping: (limits = {}) => (isModern ? send('server/discover', {}, limits) : send('ping', undefined, limits)),
    setLogLevel,
    subscribe: (uri) => subscribe(uri, true),
    unsubscribe: (uri) => subscribe(uri, false),
    onResourceUpdated: (listener) => {
      resourceListeners.add(listener);
      return () => resourceListeners.delete(listener);
    },
    changes: () => {
      if (isModern) {
        subscriptions.list('resources');
        subscriptions.list('prompts');
      }
      return {
        lists: { ...listChanges },
        resources: [...new Set([...subscribed, ...updated.keys()])].map((uri) => ({
          uri,
          followed: subscribed.has(uri),
          updates: 0,
          ...updated.get(uri),
        })),
      };
    },
    log: () => ({
      messages: [...log],
      dropped: droppedLog,
      ...(level === undefined ? {} : { level }),
    }),
    onLog: (listener) => {
      logListeners.add(listener);
      return () => logListeners.delete(listener);
    },
    rootsChanged: async () => {
      if (!isModern)
        await session()
          .client.sendRootsListChanged()
          .catch(() => undefined); // Not offered: nobody to tell.
    },
  };

  return {
    features,
    listenForTools: () => {
      if (isModern) subscriptions.list('tools');
    },
    notified: (method, params) => {
      switch (method) {
        case 'notifications/message':
          return logged(params);
        case 'notifications/resources/updated': {
          const { uri } = params;
          if (typeof uri === 'string') resourceUpdated(uri);
          return undefined;
        }
        default:
          if (method === 'notifications/resources/list_changed') listChanges.resources += 1;
          if (method === 'notifications/prompts/list_changed') listChanges.prompts += 1;
          for (const list of Object.values(lists)) list.notified(method);
          return undefined;
      }
    },
    // A new session knows nothing of what was asked in the old one.
    restore: async () => {
      if (level !== undefined) await send('logging/setLevel', { level }, {});
      for (const uri of subscribed) await send('resources/subscribe', { uri }, {});
    },
    stop: () => {
      subscriptions.stop();
      for (const list of Object.values(lists)) list.stop();
    },
  };
};
