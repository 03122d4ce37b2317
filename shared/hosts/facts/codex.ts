import { CODEX_CONNECTING_FACTS } from './codex-connecting.ts';
import { CODEX_MEASURED_FACTS } from './codex-measured.ts';
import { CODEX_PROVIDER_FACTS } from './codex-provider.ts';
import { CODEX_RUNNING_FACTS } from './codex-running.ts';
import { CODEX_SERVER_FACTS } from './codex-servers.ts';
import { CODEX_TOOL_FACTS } from './codex-tools.ts';

export const CODEX_FACTS = [
  ...CODEX_SERVER_FACTS,
  ...CODEX_TOOL_FACTS,
  ...CODEX_MEASURED_FACTS,
  ...CODEX_CONNECTING_FACTS,
  ...CODEX_RUNNING_FACTS,
  ...CODEX_PROVIDER_FACTS,
] as const;
