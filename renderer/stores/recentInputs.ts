const MOST = 8;
const recent = new Map<string, readonly string[]>();
const keyOf = (server: string, tool: string): string => JSON.stringify([server, tool]);

/** What was last sent to a tool, newest first. Held in memory only. */
export const recentInputs = (server: string, tool: string): readonly string[] =>
  recent.get(keyOf(server, tool)) ?? [];

export function rememberInput(server: string, tool: string, text: string): void {
  const others = recentInputs(server, tool).filter((other) => other !== text);
  recent.set(keyOf(server, tool), [text, ...others].slice(0, MOST));
}
