/** The tap: a verbatim wrapper in front of a stdio server, and what its side channel tells. */
export { openTapListener, type TapListener } from './listener.ts';
export type { TappedHandshake } from './handshake.ts';
export type { WrapSettings } from './wrap-settings.ts';
export { helperProgram, wrapCommand, type StdioCommand } from './wrap.ts';
