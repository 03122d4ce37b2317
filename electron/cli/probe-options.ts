import type { ClientTransport, ClientWire, Login } from '../../shared/contract.ts';
import type { SelectorOptions } from './selector.ts';

/** Choices that only real clients have. */
interface ClientOptions {
  readonly wire?: ClientWire;
  readonly transport?: ClientTransport;
  readonly login?: Login;
  /** The client has this long, ms. */
  readonly timeout?: number;
  /** False with --no-isolation. */
  readonly isolation: boolean;
}

/** What stands on the command line of `probe`. */
export interface ProbeOptions extends SelectorOptions, ClientOptions {
  readonly client: string;
  readonly as?: string;
  readonly model?: string;
  readonly scenario?: string;
  readonly withholdMeta?: true;
  readonly approve: 'ask' | 'scenario' | 'all' | 'none';
  /** Who owns an alias, instead of a run. */
  readonly aliases?: true;
  readonly keep?: true;
  readonly out?: string;
  readonly json?: true;
}
