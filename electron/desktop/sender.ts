import { isOwnAddress } from './address.ts';

/** What is asked of the frame that a message came from. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** A message counts only from the top frame of our own page. A frame that is gone already is null. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}
