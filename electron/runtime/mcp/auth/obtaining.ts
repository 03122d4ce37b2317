import type { Environment } from '../../servers/environment.ts';
import type { Settings } from './client.ts';
import type { Person } from './code-flow.ts';
import type { Hop } from './hop.ts';
import type { TokenStore } from './store.ts';
import type { Trail } from './trail.ts';

/** What it takes to get tokens for one server, one attempt long. */
export interface Obtaining {
  readonly server: URL;
  readonly settings: Settings;
  readonly environment: Environment;
  readonly store: TokenStore;
  readonly trail: Trail;
  readonly hop: Hop;
  readonly person: Person | undefined;
  /** How long a person may take, ms. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}
