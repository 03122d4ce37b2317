import { fault, type Fault } from '../../../shared/fault.ts';
import type { HostServer } from './host-server.ts';

/** A place where servers can run. */
export interface Environment {
  readonly id: string;
  readonly available: boolean;
}

export type Placement =
  | { readonly kind: 'placed'; readonly environment: string }
  /** A local HTTP server without a local environment uses the host's own HTTP client. */
  | { readonly kind: 'ambient' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failed'; readonly fault: Fault };

const LOCAL = 'local';

/** Where a server runs, decided before any transport exists (CX-1.42, CX-1.44). */
export function placeServer({ config, part }: HostServer, environments: readonly Environment[]): Placement {
  const wanted = part.environment ?? LOCAL;
  const known = environments.find((environment) => environment.id === wanted);
  if (known?.available === true) return { kind: 'placed', environment: wanted };
  if (wanted === LOCAL) {
    if (config.transport.kind === 'http') return { kind: 'ambient' };
    return {
      kind: 'failed',
      fault: fault(
        'environment-missing',
        `The server "${config.name}" needs a local environment, and there is none.`,
        {
          next: 'Attach a local environment, or give the server another one.',
        },
      ),
    };
  }
  if (known !== undefined) return { kind: 'unavailable' };
  return {
    kind: 'failed',
    fault: fault(
      'environment-unknown',
      `The server "${config.name}" names the environment "${wanted}", which does not exist.`,
      {
        next: 'Correct the environment in the configuration of the server.',
      },
    ),
  };
}
