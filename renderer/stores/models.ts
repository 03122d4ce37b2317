import type { Event } from '../../shared/event.ts';
import { applyCapture, initCapture, type CaptureState } from '../../shared/model/index.ts';
import { applyDefinitions, initDefinitions, type DefinitionsState } from './definitions.ts';

/** Everything that is folded from the events of one capture. Each part has a version of its own. */
export interface Models extends CaptureState {
  readonly definitions: DefinitionsState;
}

export const initModels = (): Models => ({ ...initCapture(), definitions: initDefinitions() });

export function applyModels(models: Models, event: Event): void {
  applyCapture(models, event);
  applyDefinitions(models.definitions, event);
}
