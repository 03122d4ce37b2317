import type { PlayedProfile } from '../../../../shared/hosts/index.ts';
import { messagesWire } from './messages-wire.ts';
import { responsesWire } from './responses-wire.ts';
import type { ModelWire } from './types.ts';

export const modelWire = (profile: PlayedProfile): ModelWire =>
  profile.wire === 'responses' ? responsesWire : messagesWire;
