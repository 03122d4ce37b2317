import type { Missing } from '../../../shared/contract.ts';
import { fault, type Fault } from '../../../shared/fault.ts';
import type { ClientRun } from '../clients/index.ts';
import type { RunFacts } from './client-facts.ts';

/** What a run should have come to. */
export interface Expected {
  /** Title of the client, for people. */
  readonly title: string;
  readonly server: string;
  /** The scenario calls a tool. */
  readonly calls: boolean;
  /** The client has to allow calls by itself. */
  readonly unaided: boolean;
  readonly finalEquals: boolean;
  readonly timeoutMs: number;
  /** In its output: the client wants somebody to log in. */
  readonly loginPattern?: RegExp | undefined;
}

/** What of a run the verdict looks at. */
export interface JudgedRun extends Pick<
  ClientRun,
  'exit' | 'signal' | 'ending' | 'finalText' | 'complaint' | 'isolation'
> {
  readonly servers: readonly {
    readonly handshake: ClientRun['servers'][number]['handshake'];
    readonly tools: readonly unknown[];
  }[];
  readonly stderr: { readonly last: readonly string[] };
}

const list = (found: readonly (Missing | false)[]): Missing[] => found.filter((one) => one !== false);

/** What a whole run has and this one has not, in the order in which it would have come. */
export function missingOf(run: JudgedRun, facts: RunFacts, expected: Expected): Missing[] {
  const { server, title } = expected;
  const shaken = run.servers.some(({ handshake }) => handshake.era !== undefined);
  const listed = run.servers.some(({ tools }) => tools.length > 0);
  return list([
    run.servers.length === 0 && { code: 'server-not-started', says: `${title} never started ${server}.` },
    run.servers.length > 0 &&
      !shaken && { code: 'handshake', says: `${server} and ${title} never came to terms.` },
    shaken &&
      !listed && { code: 'tools-not-listed', says: `${title} was never told the tools of ${server}.` },
    facts.asked === 0 && { code: 'no-request', says: `${title} never asked the provider.` },
    facts.asked > 0 &&
      !facts.shown && {
        code: 'tool-not-shown',
        says: `No request showed a tool of ${server}, or anything that leads to one.`,
      },
    expected.calls && facts.started === 0 && { code: 'no-call', says: `No call reached ${server}.` },
    facts.started > facts.finished && { code: 'call-unfinished', says: 'A call was never answered.' },
    facts.turn !== 'turnCompleted' && {
      code: 'turn-not-completed',
      says: `${title} did not say that its turn was complete.`,
    },
    !expected.finalEquals && {
      code: 'final-text-differs',
      says: 'Its last words are not those of the scenario.',
    },
  ]);
}

/** The one thing that went wrong first, with what to do about it; undefined where the run went as expected. */
export function faultOf(run: JudgedRun, facts: RunFacts, expected: Expected): Fault | undefined {
  const { title, server } = expected;
  const lastLine = run.complaint ?? lastWords(run);
  if (run.ending === 'cancelled') return fault('cancelled', 'The probe was cancelled.');
  if (run.ending === 'timeout') {
    const where = facts.asked === 0 ? 'It never asked the provider.' : 'It had asked the provider.';
    return fault(
      'client-hangs',
      `${title} did not end within ${Math.round(expected.timeoutMs / 1000)} s and was ended.`,
      {
        cause: [where, lastLine].filter((part) => part !== undefined).join(' '),
        next: 'Look at the timeline for what it waited for, or give it longer.',
      },
    );
  }
  const words = [...run.stderr.last, run.finalText, run.complaint].filter((part) => part !== undefined);
  const asking = words.findLast((part) => expected.loginPattern?.test(part) === true);
  if (asking !== undefined && facts.turn !== 'turnCompleted') {
    return fault('client-asks-for-login', `${title} asks for a login.`, {
      cause: asking,
      next: 'The credential of a probe is made up; choose another way to log in, or another version.',
    });
  }
  const refused = [...facts.failures].filter(([code]) => /^http-\d|^dropped$|^wrong-/.test(code));
  const failedTurn = run.exit !== 0 || facts.turn !== 'turnCompleted';
  const [first] = refused;
  if (failedTurn && first !== undefined) {
    const [code, count] = first;
    const times = count === 1 ? 'once' : `${count} times`;
    if (code === 'wrong-key') {
      return fault(
        'client-asks-for-login',
        `${title} has no login that the provider accepts: it was refused ${times}.`,
        { cause: lastLine, next: 'Choose another way to log in, or another version.' },
      );
    }
    return fault('provider-refused', `${title} gave up: the provider ${wordsFor(code)}, ${times}.`, {
      cause: lastLine,
      next: code.startsWith('wrong-')
        ? 'Look at where the client sends its requests.'
        : 'That is what the scenario wants; choose another one for a whole run.',
    });
  }
  if (run.signal !== null) {
    return fault('client-crashed', `${title} was ended by ${run.signal}.`, {
      cause: lastLine,
      next: 'Run it again, or try another version.',
    });
  }
  if (run.exit !== 0) {
    return fault('client-failed', `${title} ended with code ${run.exit ?? 'unknown'}.`, {
      cause: lastLine,
      next: 'Look at its last lines and try another version.',
    });
  }
  const [missing] = missingOf(run, facts, expected);
  if (missing === undefined) return undefined;
  return fault(facts.denied > 0 && facts.started === 0 ? 'call-not-allowed' : missing.code, missing.says, {
    cause: facts.denied > 0 ? `${title} did not allow the call.` : undefined,
    next: nextFor(missing.code, facts, expected, run, server),
  });
}

/** The last line on stderr that says something: documents end with brackets. */
const lastWords = ({ stderr }: JudgedRun): string | undefined =>
  stderr.last.findLast((line) => /\p{L}{2}/u.test(line));

function wordsFor(code: string): string {
  if (code === 'dropped') return 'cut the connection';
  if (code.startsWith('wrong-')) return 'was addressed by another name';
  return `answered ${code.replace('http-', '')}`;
}

function nextFor(code: string, facts: RunFacts, expected: Expected, run: JudgedRun, server: string): string {
  if (facts.denied > 0 && expected.unaided) return 'Allow the calls: --approve all.';
  switch (code) {
    case 'server-not-started':
    case 'handshake':
    case 'tools-not-listed':
      return run.isolation.kind === 'namespaces'
        ? `Look whether ${server} needs the network or files of your home: a run has neither. Without isolation it has both.`
        : `Look at the last lines on stderr and whether ${server} works by itself.`;
    default:
      return 'Look at the requests and calls of its capture.';
  }
}
