import type { DecidedBy, LocalId } from '../../../shared/event.ts';
import type { JsonObject } from './types.ts';

/** A folder or other place that the user lets a server know of. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

interface Asked {
  /** Ours, unique in the capture. */
  readonly id: LocalId;
  readonly server: string;
  /** The call during which the server asked, where that is known. */
  readonly call?: LocalId;
  /** As the server sent them. Hostile text: for people only. */
  readonly params: JsonObject;
}

/** A server wants data from the user: by a form, or at an address that the user opens (http or https, checked). */
export type Elicitation = Asked & { readonly message: string } & (
    | { readonly mode: 'form'; readonly schema: JsonObject }
    | { readonly mode: 'url'; readonly url: URL; readonly elicitationId?: string }
  );

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: JsonObject; readonly by: DecidedBy }
  | { readonly action: 'decline' | 'cancel'; readonly by: DecidedBy };

/** A server wants text from the user's model. */
export type Sampling = Asked;

export type SamplingAnswer =
  | { readonly action: 'accept'; readonly result: JsonObject; readonly by: DecidedBy }
  | { readonly action: 'decline' | 'cancel'; readonly by: DecidedBy };

/**
 * Answers what a server asks of its user. What stands here is offered to the server; what does not stand is refused. The
 * signal aborts when the server no longer wants the answer.
 */
export interface Answerer {
  readonly roots?: () => readonly Root[];
  readonly elicit?: (asked: Elicitation, signal: AbortSignal) => Promise<ElicitationAnswer>;
  readonly sample?: (asked: Sampling, signal: AbortSignal) => Promise<SamplingAnswer>;
}

/** The client capabilities that an answerer stands for. */
export const offersOf = (answerer: Answerer): JsonObject => ({
  ...(answerer.roots === undefined ? {} : { roots: { listChanged: true } }),
  ...(answerer.sample === undefined ? {} : { sampling: { tools: {}, context: {} } }),
  ...(answerer.elicit === undefined ? {} : { elicitation: { form: {}, url: {} } }),
});
