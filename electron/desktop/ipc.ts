/** The one door for messages from pages. Nothing else in the program listens to them. */
import { ipcMain, type WebFrameMain } from 'electron';
import { connectChannel } from './channels.ts';
import { isTrustedSender } from './sender.ts';

/** Calls back when the page asks for a port. Messages from anywhere but our page's top frame are dropped. */
export function onConnect(listener: (frame: WebFrameMain, nonce: string) => void): void {
  ipcMain.on(connectChannel, ({ senderFrame }, nonce: unknown) => {
    if (senderFrame === null || !isTrustedSender(senderFrame)) return;
    if (typeof nonce === 'string' && nonce.length <= 64) listener(senderFrame, nonce);
  });
}
