/** Answers what a page asks the network for: documents are put to `will-navigate`, custom schemes to their handlers. */
import type { Protocol } from './cdp.ts';
import type { Session as CdpSession } from './chromium.ts';
import { fromPage, policyToPage, schemeHandler } from './protocol.ts';
import { session } from './session.ts';
import { preventable } from './strict.ts';
import type { WebFrameMain } from './web-frame.ts';

interface Asker {
  readonly contents: {
    readonly mainFrame: WebFrameMain;
    emit(name: string, ...args: readonly unknown[]): boolean;
  };
  readonly isMainDocument: boolean;
  /** The app itself navigates, not its page. */
  readonly isOwn: boolean;
}

export async function answerRequest(
  cdp: CdpSession,
  paused: Protocol.Fetch.requestPausedPayload,
  asker: Asker,
): Promise<void> {
  const { requestId, request } = paused;
  const url = fromPage(request.url);
  if (asker.isMainDocument) {
    if (!asker.isOwn && isPrevented(asker, url)) {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    await session.defaultSession._applyPermissions(asker.contents, request.url);
  }
  const handler = url === request.url ? undefined : schemeHandler(url.slice(0, url.indexOf(':')));
  if (!handler) {
    await cdp.send('Fetch.continueRequest', { requestId });
    return;
  }
  if (paused.resourceType === 'Other' && url.endsWith('/favicon.ico')) {
    // Chromium asks an https page for an icon; Electron asks no custom scheme for one.
    await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
    return;
  }
  const response = await handler(toRequest(url, request));
  await cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({
      name,
      value: /^content-security-policy/i.test(name) ? policyToPage(value) : value,
    })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}

function isPrevented({ contents }: Asker, url: string): boolean {
  const event = preventable({ url, isMainFrame: true, isSameDocument: false, frame: contents.mainFrame });
  contents.emit('will-navigate', event, url);
  return event.defaultPrevented;
}

function toRequest(url: string, { method, headers, postData }: Protocol.Network.Request): Request {
  return new Request(url, { method, headers, ...(postData === undefined ? {} : { body: postData }) });
}
