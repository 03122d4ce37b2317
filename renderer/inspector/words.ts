import { describeAssumption, describeReason } from '../../shared/hosts/index.ts';

// A capture may come from a newer writer, so a code can be none of those the tables know: they then give nothing.
interface Words {
  of(code: string): string | undefined;
}

/** How a tool stood in the requests of a real client. */
const SEEN = new Map([
  ['seen-defined', 'The client’s request defines the tool.'],
  ['seen-loaded', 'The client’s request defines the tool as deferred, after a search.'],
  ['seen-found', 'The definition stands in the answer to a search.'],
  ['seen-named', 'The client’s request names the tool and does not define it.'],
  ['seen-behind-search', 'The client’s request does not name the tool; its search can find it.'],
  ['seen-behind-exec', 'The client’s request does not name the tool; programs can call it.'],
  ['seen-nowhere', 'Nothing in the client’s request leads to the tool.'],
]);

/** Why a call was asked about. */
const ASKED = new Map([
  ['strict-review', 'This turn is under strict review.'],
  ['mode-prompt', 'The server is set to ask before every call.'],
  ['mode-writes', 'The server is set to ask before writes, and this tool does not say that it only reads.'],
  ['destructive', 'The server says that this tool can destroy.'],
  ['not-read-only', 'The server does not say that this tool only reads or that it destroys nothing.'],
  ['open-world', 'The server does not say that this tool stays in a closed world.'],
  ['no-rule', 'No rule allows this tool.'],
  ['ask-rule', 'A rule asks before this tool.'],
]);

const reasons: Words = { of: describeReason };
const assumptions: Words = { of: describeAssumption };

/** A code as the words it is made of. */
export const spell = (code: string): string => code.replaceAll('-', ' ');

export const sayReason = (code: string): string => SEEN.get(code) ?? reasons.of(code) ?? `${spell(code)}.`;
/** Why a call was asked about, as a sentence. */
export const sayAsked = (code: string): string => ASKED.get(code) ?? `${spell(code)}.`;
export const sayAssumption = (code: string): string => assumptions.of(code) ?? `${spell(code)}.`;
