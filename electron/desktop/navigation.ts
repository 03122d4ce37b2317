/** Where a page may go: nowhere. Links that leave are offered to the system's browser. */
import type { WebContents } from 'electron';
import { isOwnAddress } from './address.ts';

export function restrictNavigation(contents: WebContents, openExternal: (address: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    // After this handler has answered: it is called while the page waits.
    setImmediate(() => openExternal(url));
    return { action: 'deny' };
  });
  const stay = (event: { readonly url: string; preventDefault(): void }): void => {
    if (!isOwnAddress(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
