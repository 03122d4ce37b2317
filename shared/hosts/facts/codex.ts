import { CODEX_MEASURED_FACTS } from './codex-measured.ts';
import { CODEX_SERVER_FACTS } from './codex-servers.ts';
import { CODEX_TOOL_FACTS } from './codex-tools.ts';

export const CODEX_FACTS = [...CODEX_SERVER_FACTS, ...CODEX_TOOL_FACTS, ...CODEX_MEASURED_FACTS] as const;
