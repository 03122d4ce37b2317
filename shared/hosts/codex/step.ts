import type { CodexModel, ExposureRow, HostSettings, HostTool, SchemaResult } from '../types.ts';
import type { SchemaRules } from './schema.ts';
import type { CodexVersion } from './versions.ts';

/** A row together with the tool it is about; what every part of a step reads. */
export interface PlannedTool {
  row: ExposureRow;
  tool: HostTool;
  /** What was made of the schema to see whether Codex takes it. */
  rewritten?: SchemaResult;
}

export interface CodexStep {
  version: CodexVersion;
  settings: HostSettings;
  model: CodexModel;
  /** How the schemas of a server's tools are rewritten. */
  schemaRules: (server: string) => SchemaRules;
  planned: readonly PlannedTool[];
}

/** The budget is the settings' where they name one, else the server's own where the version knows it, else the usual one. */
export function schemaRulesOf(
  version: CodexVersion,
  settings: HostSettings,
): (server: string) => SchemaRules {
  const { keepsMinItems } = version;
  return (server) => {
    const own = version.serverSchemaBudget ? settings.servers?.[server]?.schemaMaxBytes : undefined;
    return { maxBytes: settings.schemaMaxBytes ?? own ?? version.schemaMaxBytes, keepsMinItems };
  };
}
