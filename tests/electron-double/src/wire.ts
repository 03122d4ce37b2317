/** Messages between the main process's side and a page's isolated world: `[kind, id, channel, body]`, the body encoded. */

/** From main to page. */
export type Downward =
  | readonly [kind: 'send', id: 0, channel: string, body: string]
  | readonly [kind: 'result' | 'error', id: number, channel: string, body: string]
  | readonly [kind: 'post', id: 0, channel: string, body: string]
  | readonly [kind: 'port', id: number, channel: '', body: string]
  | readonly [kind: 'port-close', id: number, channel: '', body: ''];

/** From page to main. */
export type Upward =
  | readonly [kind: 'send', id: 0, channel: string, body: string]
  | readonly [kind: 'invoke', id: number, channel: string, body: string]
  | readonly [kind: 'post', id: 0, channel: string, body: string]
  | readonly [kind: 'port', id: number, channel: '', body: string]
  | readonly [kind: 'port-close', id: number, channel: '', body: '']
  | readonly [kind: 'preload-error', id: 0, channel: '', body: string];

/** Global functions of the isolated world through which the two sides reach each other. */
export const sendName = '__electronDoubleSend';
export const receiveName = '__electronDoubleReceive';

/** What a sandboxed preload script learns of its process. */
export interface PreloadProcess {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
}
