import type { HostId, RuleRef } from '../hosts/index.ts';

/** The fact that describes how each host spells a name; a row itself names only what happened to it. */
export const NAMING: Readonly<Record<HostId, RuleRef>> = {
  codex: 'CX-4.2',
  claude: 'CC-3.01',
  gemini: 'GM-3.1',
  qwen: 'QW-3.1',
  opencode: 'OC-3.1',
  copilot: 'CP-3.1',
  cline: 'CL-3.1',
  continue: 'CN-3.1',
  vscode: 'VS-3.1',
  goose: 'GS-3.1',
  cursor: 'CU-1.1',
};

/** Hosts of which it is known that they do not pass on what a server says of itself. */
export const NO_INSTRUCTIONS: Readonly<Partial<Record<HostId, RuleRef>>> = {
  copilot: 'CP-90.02',
  cline: 'CL-90.01',
  continue: 'CN-90.01',
};

/** The fact about how many pages of a list each host reads. */
export const PAGES: Readonly<Record<HostId, RuleRef>> = {
  codex: 'CX-90.10',
  claude: 'CC-2.01',
  gemini: 'GM-2.1',
  qwen: 'QW-2.1',
  opencode: 'OC-2.1',
  copilot: 'CP-2.1',
  cline: 'CL-2.1',
  continue: 'CN-2.1',
  vscode: 'VS-2.1',
  goose: 'GS-2.1',
  cursor: 'CU-1.1',
};
