import type {
  CommandArgs,
  CommandName,
  CommandReply,
  StreamArgs,
  StreamName,
  StreamPayload,
} from '../../shared/contract.ts';
import type { Fault, Result } from '../../shared/fault.ts';

export interface RequestContext {
  /** Aborts when the window cancels the request or goes away. */
  readonly signal: AbortSignal;
}

/** One handler a command; arguments arrive checked, failures are values. */
export type Handlers = {
  readonly [N in CommandName]: (
    args: CommandArgs<N>,
    context: RequestContext,
  ) => Promise<Result<CommandReply<N>>> | Result<CommandReply<N>>;
};

/** What feeds one subscription. `next` hands out what is new, or undefined when there is nothing. */
export interface Feed<P> {
  next(): P | undefined;
  /** Calls back whenever `next` may have something. */
  onReady(listener: () => void): () => void;
  /** Set when the stream is over after what `next` still has. */
  readonly over?: Fault | true | undefined;
}

export type StreamHandlers = {
  readonly [N in StreamName]: (
    args: StreamArgs<N>,
  ) => Promise<Result<Feed<StreamPayload<N>>>> | Result<Feed<StreamPayload<N>>>;
};
