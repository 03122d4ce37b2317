/** Hosts that a profile can be about, in the order in which they are shown. */
export const HOST_IDS = [
  'codex',
  'claude',
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'cline',
  'continue',
  'vscode',
  'goose',
  'cursor',
] as const;

export type HostId = (typeof HOST_IDS)[number];
