/** What a page of ours may load and do. Both shells send these headers; no page can be had without them. */
import { randomBytes } from 'node:crypto';

/** A fresh style nonce, for one document only. */
export function makeNonce(): string {
  return randomBytes(18).toString('base64');
}

/**
 * The content security policy. Scripts come from our own files and nothing is evaluated; the one relaxation is
 * a per-document nonce for the style elements that libraries make at run time.
 */
function contentSecurityPolicy(nonce: string | undefined): string {
  const style = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "font-src 'self'",
    // Pictures and sounds in tool results are shown from the bytes of the message.
    "img-src 'self' data:",
    'media-src data:',
    "connect-src 'self'",
    "worker-src 'self'",
    // One document of ours, in which views of servers are drawn; it can go nowhere else. All others refuse to be framed.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every reply, whatever it carries. */
export function securityHeaders(nonce?: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
