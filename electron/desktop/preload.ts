/**
 * The only code that stands between page and main process. It passes on one request, "connect me", and hands the page
 * the port that comes back; the page and the runtime then talk over it directly.
 */
import { contextBridge, ipcRenderer } from 'electron';
import { connectChannel, portChannel } from './channels.ts';

/** What the page sees as `window.throughline`, frozen. */
export interface DesktopBridge {
  readonly shell: 'desktop';
  /** Asks for a port. It arrives as a window message whose data is `{ throughline: 'port', nonce }`. */
  connect(nonce: string): void;
}

const bridge: DesktopBridge = {
  shell: 'desktop',
  connect: (nonce) => ipcRenderer.send(connectChannel, nonce),
};

ipcRenderer.on(portChannel, (event, nonce: unknown) => {
  // To this very document: only its own scripts can hear it, whatever its origin is called.
  window.postMessage({ throughline: 'port', nonce }, '*', [...event.ports]);
});

contextBridge.exposeInMainWorld('throughline', bridge);
