import { describe, expect, it } from 'vitest';
import { newCredential } from './credentials.ts';

const now = new Date('2026-01-02T03:04:05Z');

describe('made-up credentials', () => {
  it('differ from run to run', () => {
    expect(newCredential('api-key', now)).toMatch(/^throughline-[\w-]{32}$/);
    expect(newCredential('api-key', now)).not.toBe(newCredential('api-key', now));
    expect(newCredential('chatgpt', now)).not.toBe(newCredential('chatgpt', now));
  });

  it('have the shape of an unsigned token where a client looks into it', () => {
    const [head, claims] = newCredential('chatgpt', now)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
    expect(head).toEqual({ alg: 'none', typ: 'JWT' });
    expect(claims).toMatchObject({
      exp: now.getTime() / 1000 + 86_400,
      email: 'synthetic@example.invalid',
      'https://api.openai.com/auth': { chatgpt_account_id: 'acct_synthetic' },
    });
  });
});
