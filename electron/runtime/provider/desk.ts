import type { ExecProgram, HostProfile } from '../../../shared/hosts/index.ts';
import type { Scenario } from '../../../shared/scenario.ts';
import type { Recorder } from '../recorder.ts';
import type { Conversations } from './conversations.ts';
import type { Exposed } from './exposed.ts';
import type { Fallback } from './fallback.ts';
import type { Registered } from './observe.ts';
import type { Stage } from './play.ts';
import type { Player } from './player.ts';
import type { Threads } from './threads.ts';

/** What answering needs; one for the life of a provider. */
export interface Desk {
  readonly recorder: Recorder;
  readonly profile: HostProfile;
  readonly registered: () => Registered;
  readonly threads: Threads;
  readonly player: Player;
  readonly stage: Stage;
  readonly key: string | undefined;
  readonly webSocket: Scenario['webSocket'];
  readonly fallback: Fallback;
  /** Responses that a client may go on from on any connection. */
  readonly stored: Conversations;
  /** Of a real client: what its requests show of each tool. */
  readonly exposed: Exposed | undefined;
  readonly onProgram: (callId: string, program: ExecProgram) => void;
  readonly signal: AbortSignal;
}
