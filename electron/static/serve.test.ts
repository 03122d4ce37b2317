import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStatic } from './serve.ts';

let home: string;
let root: string;

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'throughline-static-'));
  root = path.join(home, 'renderer');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  mkdirSync(path.join(root, '.hidden'));
  writeFileSync(path.join(home, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, '.stamp'), 'secret');
  writeFileSync(path.join(root, '.hidden/file.txt'), 'secret');
  writeFileSync(
    path.join(root, 'index.html'),
    '<meta property="csp-nonce" nonce="{{nonce}}"><p>{{nonce}}</p>',
  );
  writeFileSync(path.join(root, 'assets/main-abc.js'), 'export {};');
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

const text = (body: Uint8Array): string => new TextDecoder().decode(body);

describe('serveStatic', () => {
  it('serves the document at the root with one nonce in header and text', async () => {
    const reply = await serveStatic(root, '/');
    const nonce = /'nonce-([^']+)'/.exec(reply.headers['content-security-policy'] ?? '')?.[1];
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(nonce).toHaveLength(24);
    expect(text(reply.body)).toBe(`<meta property="csp-nonce" nonce="${nonce}"><p>${nonce}</p>`);
  });

  it('serves the document of servers’ views without a way out, to frames of ours alone', async () => {
    const { status, headers } = await serveStatic(root, '/app-view.html');
    expect(status).toBe(200);
    const policy = (headers['content-security-policy'] ?? '').split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy.join(' ')).not.toMatch(/https?:|\*|unsafe-eval|allow-same-origin/);
    const page = await serveStatic(root, '/');
    expect(page.headers['content-security-policy']).toContain("frame-src 'self'");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('never gives two documents the same nonce', async () => {
    const policies = new Set<string | undefined>();
    for (let i = 0; i < 20; i++) {
      policies.add((await serveStatic(root, '/index.html')).headers['content-security-policy']);
    }
    expect(policies.size).toBe(20);
  });

  it('gives a script no nonce, a type, and a cache for ever', async () => {
    const reply = await serveStatic(root, '/assets/main-abc.js');
    expect(reply.status).toBe(200);
    expect(text(reply.body)).toBe('export {};');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers['content-security-policy']).toContain("style-src 'self';");
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '//secret.txt',
    '/assets//main-abc.js',
    '/.stamp',
    '/.hidden/file.txt',
    '/%00',
    '/%E0%A4%A',
    '/C:/windows/win.ini',
    '/assets',
    '/assets/',
    '/nope.js',
    '',
    'index.html',
  ])('answers 404 to %j, with the policy', async (pathname) => {
    const reply = await serveStatic(root, pathname);
    expect(reply.status).toBe(404);
    expect(text(reply.body)).toBe('Not found');
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the policy', () => {
  it('lets nothing be evaluated, inlined or fetched from elsewhere', async () => {
    const policy = (await serveStatic(root, '/')).headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });
});
