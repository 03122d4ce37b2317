import * as z from 'zod';

// Imported before every other module: the policy forbids eval, so zod must be told before a schema is built.
z.config({ jitless: true });

/** The style nonce of this document; empty where the page was served without one. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

globalThis.__webpack_nonce__ = nonce;

// Integers beyond 2^53 are kept as bigint; printed digit for digit instead of throwing.
BigInt.prototype.toJSON = function toJSON() {
  return JSON.rawJSON(String(this));
};
