import type { CodexModel, ExposureRow, HostSettings, HostTool } from '../types.ts';
import type { CodexVersion } from './versions.ts';

/** A row together with the tool it is about; what every part of a step reads. */
export interface PlannedTool {
  row: ExposureRow;
  tool: HostTool;
}

export interface CodexStep {
  version: CodexVersion;
  settings: HostSettings;
  model: CodexModel;
  schemaMaxBytes: number;
  planned: readonly PlannedTool[];
}
