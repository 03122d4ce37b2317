import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authenticate, methodFor, readSigningKey, type Algorithm } from './client-auth.ts';

const secretOnly = { secret: true, key: false };

describe('how a client shows who it is', () => {
  it.each([
    [secretOnly, [], undefined, 'client_secret_basic'],
    [secretOnly, ['client_secret_post'], undefined, 'client_secret_post'],
    [secretOnly, ['client_secret_basic', 'client_secret_post'], 'client_secret_post', 'client_secret_post'],
    [secretOnly, ['client_secret_post'], 'none', 'client_secret_post'],
    [{ secret: false, key: false }, ['client_secret_basic'], 'client_secret_basic', 'none'],
    [{ secret: true, key: true }, ['client_secret_basic'], undefined, 'private_key_jwt'],
  ])('%o, supported %o, settled %s: %s', (has, supported, settled, expected) => {
    expect(methodFor(has, supported, settled)).toBe(expected);
  });

  it('encodes id and secret before it joins them', () => {
    const form = new URLSearchParams();
    const client = { id: 'a:b c', secret: 'p%:ä', method: 'client_secret_basic' } as const;
    const { authorization = '' } = authenticate(client, form, 'https://as.test');
    expect(Buffer.from(authorization.slice(6), 'base64').toString()).toBe('a%3Ab+c:p%25%3A%C3%A4');
    expect([...form]).toEqual([]);
  });

  it.each<[Algorithm, () => { privateKey: string; publicKey: string }]>([
    [
      'ES256',
      () =>
        generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        }),
    ],
    [
      'EdDSA',
      () =>
        generateKeyPairSync('ed25519', {
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        }),
    ],
  ])('signs with %s what a server can check', (algorithm, pair) => {
    const { privateKey, publicKey } = pair();
    const key = readSigningKey(privateKey.replaceAll('\n', String.raw`\n`), algorithm);
    if (!key.ok) throw new Error(key.fault.code);
    const form = new URLSearchParams();
    authenticate(
      { id: 'me', method: 'private_key_jwt', signingKey: key.value },
      form,
      'https://as.test',
      1000,
    );
    const [head = '', claims = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
    const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());
    expect(decode(head)).toEqual({ alg: algorithm, typ: 'JWT' });
    expect(decode(claims)).toMatchObject({
      iss: 'me',
      sub: 'me',
      aud: 'https://as.test',
      iat: 1000,
      exp: 1120,
    });
    expect(
      verify(
        algorithm === 'EdDSA' ? null : 'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
  });

  it('says that a key cannot be read, and not what it was', () => {
    const read = readSigningKey('hunter2', 'ES256');
    expect(read).toMatchObject({ ok: false, fault: { code: 'auth-key-unreadable' } });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });
});
