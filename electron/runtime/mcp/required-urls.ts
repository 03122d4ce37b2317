import type { LocalId } from '../../../shared/event.ts';
import { isObject } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import { openable, type Interactions } from './interactions.ts';
import type { Asked } from './session.ts';
import type { JsonObject } from './types.ts';

// Error -32042, "URLElicitationRequiredError": revision 2025-11-25, client/elicitation. The request did nothing yet; it may be
// sent again once the user has been at every address.

export const urlElicitationRequired = -32042;

/** A server that wants more at once is not helping its user. */
const maxAddresses = 8;

const elicitationsIn = (data: unknown): readonly unknown[] => {
  const wanted: unknown = isObject(data) ? data['elicitations'] : undefined;
  return Array.isArray(wanted) ? wanted : [];
};

/** The addresses in the data of such an error that a person may open. */
export const requiredAddresses = (data: unknown): readonly string[] =>
  elicitationsIn(data)
    .slice(0, maxAddresses)
    .flatMap((one) => {
      const url = isObject(one) ? openable(one['url']) : undefined;
      return url === undefined ? [] : [url.href];
    });

interface Means {
  readonly interactions: Interactions;
  readonly find: (found: McpFinding) => void;
  readonly signal: AbortSignal | undefined;
  readonly call?: LocalId | undefined;
}

/**
 * Puts every address that an error asks for before the user, and settles when all were answered. Nobody fetches one. The
 * answers go nowhere: the server learns from its own page, and the request is the user's to send again.
 */
export const offerAddresses = async (
  asked: Asked,
  { interactions, find, signal, call }: Means,
): Promise<void> => {
  if (asked.kind !== 'answer' || asked.answer.error?.code !== urlElicitationRequired) return;
  const wanted = elicitationsIn(asked.answer.error.data);
  const asking = wanted.slice(0, maxAddresses).filter((one) => isUrlElicitation(one));
  if (asking.length < wanted.length || asking.length === 0)
    find(finding('elicitation-malformed', { detail: 'data.elicitations of error -32042' }));
  const never = new AbortController().signal;
  await Promise.all(
    asking.map((params) => interactions.answer('elicitation/create', params, signal ?? never, call)),
  );
};

const isUrlElicitation = (one: unknown): one is JsonObject => isObject(one) && one['mode'] === 'url';
