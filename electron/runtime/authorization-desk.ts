import type { AuthorizationView, CommandReply, ServerConfig } from '../../shared/contract.ts';
import type { InstanceId } from '../../shared/event.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { createServerAuthorizer, type ServerAuthorizer } from './mcp/auth/authorizer.ts';
import type { ConsentRequest, Person } from './mcp/auth/code-flow.ts';
import { recordStep } from './mcp/auth/recording.ts';
import type { TokenStore } from './mcp/auth/store.ts';
import { hasOwnToken } from './mcp/auth/own-token.ts';
import type { Recorder } from './recorder.ts';
import { createStateStream } from './state-stream.ts';

/** Authorizations of the registered servers: what they did, what they ask, and the user's answers. */
export interface AuthorizationDesk {
  /** The authorizer of one connection; undefined where the configuration brings its own token or there is no HTTP. */
  authorizer(config: ServerConfig, recorder: Recorder, instance: InstanceId): ServerAuthorizer | undefined;
  view(name: string): AuthorizationView | undefined;
  question(name: string): Result<CommandReply<'authorization.question'>>;
  answer(name: string, decision: 'open' | 'decline'): Promise<Result<void>>;
  /** Ends what is under way for a server. */
  abandon(name: string): void;
  /** Keeps a typed secret for the address and the client of a configuration. */
  keepSecret(config: ServerConfig, secret: string): Result<CommandReply<'authorization.keepSecret'>>;
  forget(config: ServerConfig): void;
  /** Forgets the typed secrets as well. */
  forgetAll(config: ServerConfig): void;
  onChange(listener: () => void): () => void;
}

interface Asked {
  readonly request: ConsentRequest;
  readonly settle: (answer: 'opened' | 'declined') => void;
}

interface Held {
  authorizer: ServerAuthorizer | undefined;
  state: AuthorizationView['state'];
  about?: { readonly host: string; readonly scopes: readonly string[] };
  steps: AuthorizationView['steps'];
  asked?: Asked;
}

/** Steps that are kept of one server; the oldest go first. */
const maxSteps = 60;

export function createAuthorizationDesk(
  store: TokenStore,
  openBrowser: ((url: string) => Promise<void>) | undefined,
): AuthorizationDesk {
  const held = new Map<string, Held>();
  const stream = createStateStream(() => held.size);

  const notAsking = (): Result<never> =>
    fail('authorization-not-asked', 'This server does not wait for an answer.', {
      next: 'Connect it again.',
    });

  /** The user, asked by a window. The whole address is fetched by the window that shows it; no stream carries it. */
  const personFor = (entry: Held): Person => ({
    open: async (request) => {
      const { promise, resolve } = Promise.withResolvers<'opened' | 'declined'>();
      const giveUp = (): void => resolve('declined');
      request.signal.addEventListener('abort', giveUp, { once: true });
      entry.asked = { request, settle: resolve };
      stream.changed();
      const answer = await promise;
      request.signal.removeEventListener('abort', giveUp);
      delete entry.asked;
      return answer;
    },
  });

  const forget: AuthorizationDesk['forget'] = ({ name, transport }) => {
    held.get(name)?.authorizer?.dispose();
    held.delete(name);
    if (transport.kind === 'http') store.forget(new URL(transport.url).href);
    stream.changed();
  };

  return {
    authorizer: (config, recorder, instance) => {
      const { transport } = config;
      if (transport.kind !== 'http' || hasOwnToken(transport)) return undefined;
      // The newer connection asks; two questions of one server at once would only confuse.
      held.get(config.name)?.asked?.settle('declined');
      const entry: Held = { authorizer: undefined, state: 'none', steps: [] };
      entry.authorizer = createServerAuthorizer({
        server: new URL(transport.url),
        settings: transport.authorization,
        environment: process.env,
        store,
        person: personFor(entry),
        onStep: (step) => {
          entry.steps = [...entry.steps, step].slice(-maxSteps);
          recordStep(recorder, config.name, instance, step);
          stream.changed();
        },
        onState: (state, about) => {
          entry.state = state;
          if (about !== undefined) entry.about = { host: new URL(about.issuer).host, scopes: about.scopes };
          stream.changed();
        },
      });
      held.set(config.name, entry);
      return entry.authorizer;
    },

    view: (name) => {
      const entry = held.get(name);
      if (entry === undefined || entry.state === 'none') return undefined;
      const { state, about, steps } = entry;
      return { state, steps, scopes: [...(about?.scopes ?? [])], ...(about && { host: about.host }) };
    },

    question: (name) => {
      const asked = held.get(name)?.asked;
      if (asked === undefined) return notAsking();
      const { url, issuer, scopes } = asked.request;
      return ok({ url, issuer, scopes: [...scopes], opens: openBrowser !== undefined, keeps: store.place });
    },

    answer: async (name, decision) => {
      const asked = held.get(name)?.asked;
      if (asked === undefined) return notAsking();
      if (decision === 'open') {
        try {
          await openBrowser?.(asked.request.url);
        } catch {
          return fail('browser-not-opened', 'The browser could not be opened.', {
            next: 'Copy the address and open it yourself.',
          });
        }
      }
      asked.settle(decision === 'open' ? 'opened' : 'declined');
      return ok(undefined);
    },

    abandon: (name) => held.get(name)?.authorizer?.dispose(),

    keepSecret: ({ transport }, secret) => {
      const settings = transport.kind === 'http' ? transport.authorization : undefined;
      const clientId = settings === undefined || settings.kind === 'none' ? undefined : settings.clientId;
      if (transport.kind !== 'http' || clientId === undefined)
        return fail('auth-no-client', 'This server is configured without a client of its own.', {
          next: 'Set a client id first; the secret belongs to it.',
        });
      store.saveSecret(new URL(transport.url).href, clientId, secret);
      return ok({ keeps: store.place });
    },

    forget,

    forgetAll: (config) => {
      forget(config);
      if (config.transport.kind === 'http') store.dropSecrets(new URL(config.transport.url).href);
    },

    onChange: (listener) => stream.onChange(listener),
  };
}
