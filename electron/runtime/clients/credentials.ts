import { randomBytes } from 'node:crypto';
import type { Login } from './types.ts';

const base64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A made-up login lasts this long, ms: longer than any run. */
const lifetimeMs = 24 * 60 * 60 * 1000;

/**
 * A credential for one run, good for the fake provider alone. A ChatGPT login needs the shape of a token with an account in
 * it; this one is unsigned and its address cannot exist.
 */
export function newCredential(login: Login, now: Date): string {
  const secret = randomBytes(24).toString('base64url');
  if (login !== 'chatgpt') return `throughline-${secret}`;
  const claims = {
    exp: Math.floor((now.getTime() + lifetimeMs) / 1000),
    jti: secret,
    email: 'synthetic@example.invalid',
    'https://api.openai.com/auth': {
      chatgpt_account_id: 'acct_synthetic',
      chatgpt_plan_type: 'pro',
      chatgpt_user_id: 'user_synthetic',
      user_id: 'user_synthetic',
    },
  };
  const signature = Buffer.from('synthetic').toString('base64url');
  return `${base64Json({ alg: 'none', typ: 'JWT' })}.${base64Json(claims)}.${signature}`;
}
