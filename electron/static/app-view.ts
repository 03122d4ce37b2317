/** The document in which a server's own view (MCP Apps) is drawn: a room without doors. Both shells serve it. */

/**
 * Waits for the one text that the window hands over and becomes it. The policy stays that of this document, whatever is
 * written into it. Names of the messages: MCP Apps 2026-01-26, "Sandbox proxy".
 */
export const appViewDocument = `<!doctype html>
<meta charset="utf-8">
<title>View of a server</title>
<script>
  addEventListener('message', function take(event) {
    const html = event.data?.params?.html;
    if (event.source !== parent || event.data?.method !== 'ui/notifications/sandbox-resource-ready') return;
    removeEventListener('message', take);
    document.open();
    document.write(String(html));
    document.close();
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>
`;

/**
 * Scripts and styles of its own, pictures out of itself, and nothing else: no request leaves it, it opens no window and no
 * frame, and it has no origin. Stricter than the default of MCP Apps; what a view declares beyond that is not granted.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'media-src data:',
  'font-src data:',
  "connect-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "webrtc 'block'",
  'sandbox allow-scripts',
].join('; ');

const denied = [
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
];

export const appViewHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
};
