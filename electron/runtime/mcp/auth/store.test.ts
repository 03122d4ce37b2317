import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../shared/fault.ts';
import { memoryStore, sealedStore, type Grant, type SecretBox } from './store.ts';

let home: string;
const notices: Fault[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'throughline-tokens-'));
  notices.length = 0;
});
afterEach(() => rmSync(home, { recursive: true, force: true }));
const report = (notice: Fault): void => void notices.push(notice);

/** A keychain that really seals. */
const keychain = (): SecretBox => {
  const key = randomBytes(32);
  return {
    seal: (text) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const open = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      open.setAuthTag(bytes.subarray(12, 28));
      return open.update(bytes.subarray(28)).toString() + open.final().toString();
    },
  };
};

const grant = (more: Partial<Grant> = {}): Grant => ({
  server: 'https://a.test/mcp',
  issuer: 'https://as.test',
  clientId: 'me',
  method: 'none',
  resource: 'https://a.test/mcp',
  tokenEndpoint: 'https://as.test/token',
  accessToken: 'sesame-access',
  refreshToken: 'sesame-refresh',
  scopes: ['read'],
  ...more,
});

describe('tokens', () => {
  it('stay apart by issuer, client and resource; the latest one counts', () => {
    const store = memoryStore();
    store.saveGrant(grant());
    store.saveGrant(grant({ issuer: 'https://other.test', accessToken: 'second' }));
    expect(store.grant('https://a.test/mcp')?.accessToken).toBe('second');
    store.saveGrant(grant({ accessToken: 'third' }));
    expect(store.grant('https://a.test/mcp')?.accessToken).toBe('third');
    store.dropGrant(grant());
    expect(store.grant('https://a.test/mcp')?.accessToken).toBe('second');
    expect(store.grant('https://b.test/mcp')).toBeUndefined();
  });

  it('are sealed in a file for its owner only, and read again', async () => {
    const box = keychain();
    const store = await sealedStore(home, box, report);
    store.saveGrant(grant());
    store.saveRegistration({
      issuer: 'https://as.test',
      clientId: 'me',
      redirectUri: 'http://127.0.0.1:1/callback',
    });
    store.saveSecret('https://a.test/mcp', 'me', 'sesame-typed');
    await store.settled();
    const file = join(home, 'authorization.json');
    expect(readFileSync(file, 'utf8')).not.toMatch(/sesame|as\.test/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await sealedStore(home, box, report);
    expect(again.grant('https://a.test/mcp')).toEqual(grant());
    expect(again.registration('https://as.test')?.clientId).toBe('me');
    expect(again.secret('https://a.test/mcp', 'me')).toBe('sesame-typed');
    expect(again.secret('https://a.test/other', 'me')).toBeUndefined();
    expect(again.secret('https://a.test/mcp', 'you')).toBeUndefined();
    again.forget('https://a.test/mcp');
    await again.settled();
    const last = await sealedStore(home, box, report);
    expect(last.grant('https://a.test/mcp')).toBeUndefined();
    expect(last.registration('https://as.test')).toBeUndefined();
    expect(last.secret('https://a.test/mcp', 'me')).toBe('sesame-typed');
    last.dropSecrets('https://a.test/mcp');
    expect(last.secret('https://a.test/mcp', 'me')).toBeUndefined();
    await last.settled();
    expect(notices).toEqual([]);
  });

  it.each<[string, string | undefined]>([
    ['sealed by another keychain', undefined],
    ['broken', '{'],
    ['of another shape', '{"version":1}'],
  ])('count as none when the file is %s', async (_what, text) => {
    const first = await sealedStore(home, keychain(), report);
    first.saveGrant(grant());
    await first.settled();
    if (text !== undefined) writeFileSync(join(home, 'authorization.json'), text);
    const store = await sealedStore(home, keychain(), report);
    expect(store.grant('https://a.test/mcp')).toBeUndefined();
    expect(notices.map(({ code }) => code)).toEqual(['tokens-unreadable']);
  });

  it('stay in memory, with a word, when they cannot be kept', async () => {
    const broken: SecretBox = {
      seal: () => {
        throw new Error('locked');
      },
      open: () => '',
    };
    const store = await sealedStore(home, broken, report);
    store.saveGrant(grant());
    await store.settled();
    expect(store.grant('https://a.test/mcp')).toEqual(grant());
    expect(notices.map(({ code }) => code)).toEqual(['tokens-not-kept']);
  });
});
