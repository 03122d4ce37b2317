import type { HostId, HostMode } from '../../../shared/hosts/index.ts';

/** The words by which each host calls its modes; a host without any has none to choose from. */
export const MODES: Readonly<Record<HostId, readonly HostMode[]>> = {
  codex: ['auto', 'prompt', 'writes', 'approve'],
  claude: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'],
  gemini: ['default', 'autoEdit', 'yolo', 'plan'],
  qwen: ['default', 'auto-edit', 'auto', 'yolo', 'plan'],
  opencode: [],
  copilot: [],
  cline: [],
  continue: ['normal', 'auto', 'plan'],
  vscode: [],
  goose: ['auto', 'approve', 'smart_approve', 'chat'],
  cursor: [],
};
