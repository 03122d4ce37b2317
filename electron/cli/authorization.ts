import { authStepWords } from '../../shared/auth-names.ts';
import type { AuthStep, RuntimeClient, ServerConfig, Subscription } from '../../shared/contract.ts';
import { findingText } from '../../shared/findings.ts';
import type { Authorizer } from '../runtime/mcp/authorizer.ts';
import { hasOwnToken } from '../runtime/mcp/auth/own-token.ts';
import { isInteractive, note, type Io } from './io.ts';
import { plainLine } from './plain.ts';
import { table } from './table.ts';

/** The authorizer of one command, and what to say when the connection failed. */
interface CommandAuthorizer {
  readonly authorizer: Authorizer;
  readonly failed: () => void;
}

/**
 * Signs in where a server asks for it: the address is printed, the browser is the user's to open. Tokens live as long as the
 * command. Without a terminal it takes `--yes`.
 */
export async function authorizerFor(
  io: Io,
  { transport }: ServerConfig,
  yes: boolean,
): Promise<CommandAuthorizer | undefined> {
  if (transport.kind !== 'http' || hasOwnToken(transport)) return undefined;
  const [{ createServerAuthorizer }, { memoryStore }] = await Promise.all([
    import('../runtime/mcp/auth/authorizer.ts'),
    import('../runtime/mcp/auth/store.ts'),
  ]);
  const steps: AuthStep[] = [];
  const authorizer = createServerAuthorizer({
    server: new URL(transport.url),
    settings: transport.authorization,
    environment: io.env,
    store: memoryStore(),
    onStep: (step) => void steps.push(step),
    person: { open: ({ url }) => Promise.resolve(tellAddress(io, url, yes)) },
  });
  return {
    authorizer,
    failed: () => {
      // Where there was nothing but the refusal itself, its fault says it all.
      if (steps.length > 1) for (const line of stepLines(steps, io.stderr.columns)) note(io, line);
    },
  };
}

/** Prints where to sign in; the browser is the user's to open. Where nobody sees it, nothing is waited for without `--yes`. */
function tellAddress(io: Io, url: string, yes: boolean): 'opened' | 'declined' {
  note(io, 'The server asks for authorization. Sign in at this address:');
  // The browser has to be given it to the letter; what it holds was percent-encoded by us.
  note(io, plainLine(url));
  if (!yes && !isInteractive(io)) {
    note(io, 'Nobody can be asked here. Add --yes to wait for the sign-in.');
    return 'declined';
  }
  note(io, 'Waiting for the browser to come back. Ctrl-C gives up. The token is kept for this command only.');
  return 'opened';
}

/** The same for a runtime that works for this command: answers its questions about one server until it is closed. */
export function answerSignIn(io: Io, client: RuntimeClient, server: string, yes: boolean): Subscription {
  let isAsked = false;
  const answer = async (): Promise<void> => {
    const question = await client.request('authorization.question', { name: server });
    if (!question.ok) return;
    const decision = tellAddress(io, question.value.url, yes) === 'opened' ? 'open' : 'decline';
    await client.request('authorization.answer', { name: server, decision });
  };
  return client.subscribe('servers', {}, (servers) => {
    const asks = servers.find(({ name }) => name === server)?.authorization?.state === 'asks';
    if (asks && !isAsked) void answer();
    isAsked = asks;
  });
}

/** The hops of an authorization as lines for people. */
export function stepLines(steps: readonly AuthStep[], width: number | undefined): readonly string[] {
  const rows = steps.map(({ step, way, method, place, status, findings, fault }) => [
    fault === undefined ? 'ok' : 'failed',
    authStepWords[step],
    way ?? '',
    [method, place].filter((part) => part !== undefined).join(' '),
    status === undefined ? '' : String(status),
    fault?.code ?? findings.map((code) => findingText(code)?.says ?? code).join(' '),
  ]);
  return table(rows, { indent: 2, width });
}
