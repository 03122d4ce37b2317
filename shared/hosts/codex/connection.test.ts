import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../testing.ts';
import type {
  ClientRequest,
  EffectiveInput,
  Failure,
  HttpAnswer,
  Registration,
  ServerTable,
  TokenSources,
} from '../types.ts';

const codex = profileOf('codex');
const rules = codex.connection;
if (rules === undefined) throw new Error('Codex has rules of its connections');
const environment = new Set(['TOKEN']);
const table = (own: ServerTable, name = 'srv') => rules.table(name, own, { environment });

describe('codex: one table of a server', () => {
  const stdio = { command: 'x' };
  const http = { url: 'https://a.example' };
  const notForStdio = [
    'url',
    'bearer_token_env_var',
    'http_headers',
    'env_http_headers',
    'oauth',
    'oauth_resource',
    'auth',
  ];

  it.each(notForStdio)('CX-1.10: a process has no %s', (member) => {
    expect(table({ ...stdio, [member]: 'x' })).toMatchObject({
      state: 'refused',
      member,
      message: `${member} is not supported for stdio`,
      rules: ['CX-1.10', 'CX-1.17'],
    });
  });

  it.each(['args', 'env', 'env_vars', 'cwd'])('CX-1.11: a server over HTTP has no %s', (member) => {
    expect(table({ ...http, [member]: [] })).toMatchObject({
      state: 'refused',
      message: `${member} is not supported for streamable_http`,
      rules: ['CX-1.11', 'CX-1.17'],
    });
  });

  it.each([
    ['CX-1.12', {}, 'invalid transport'],
    ['CX-1.13', { ...http, bearer_token: 'x' }, 'bearer_token_env_var'],
    ['CX-1.13', { ...stdio, bearer_token: 'x' }, 'bearer_token_env_var'],
    ['CX-1.14', { ...stdio, env_vars: ['A', { name: 'B', source: 'elsewhere' }] }, 'local or remote'],
    ['CX-1.15', { ...stdio, startup_timeout_sec: -1 }, 'startup_timeout_sec'],
    ['CX-1.15', { ...http, tool_timeout_sec: Number.NaN }, 'tool_timeout_sec'],
  ] as const)('%s refuses %o', (rule, own, words) => {
    const verdict = table(own);
    expect(verdict).toMatchObject({ state: 'refused', rules: [rule, 'CX-1.17'] });
    expect(verdict.state === 'refused' ? verdict.message : '').toContain(words);
  });

  it('CX-1.16: takes what it does not know, without effect', () => {
    expect(table({ ...stdio, colour: 'red' })).toMatchObject({
      state: 'accepted',
      ignored: [{ member: 'colour', rules: ['CX-1.16'] }],
    });
  });

  it.each([
    ['CX-1.18', stdio, 'my server'],
    ['CX-1.19', { ...http, bearer_token_env_var: 'NONE' }, 'srv'],
    ['CX-1.14', { ...stdio, env_vars: [{ name: 'A', source: 'remote' }] }, 'srv'],
  ] as const)('%s lets it load and fail at its start', (rule, own, name) => {
    expect(table(own, name)).toMatchObject({ state: 'accepted', startup: { rules: [rule] } });
  });

  it('has limits, of which seconds win', () => {
    expect(table(stdio)).toMatchObject({
      transport: 'stdio',
      limits: { startupMs: 30_000, toolMs: 300_000 },
    });
    expect(table({ ...http, startup_timeout_ms: 5, tool_timeout_sec: 2 })).toMatchObject({
      transport: 'http',
      limits: { startupMs: 5, toolMs: 2000 },
    });
    expect(table({ ...http, startup_timeout_sec: 1.5, startup_timeout_ms: 5 })).toMatchObject({
      limits: { startupMs: 1500 },
    });
    expect(table({ ...http, bearer_token_env_var: 'TOKEN' })).not.toHaveProperty('startup');
  });
});

describe('codex: which servers count', () => {
  const registered = (source: Registration['source'], more: Partial<Registration> = {}): Registration => ({
    name: 'srv',
    source,
    enabled: true,
    table: { command: source },
    ...more,
  });
  const effective = (registrations: Registration[], more: Partial<EffectiveInput> = {}) =>
    rules.effective({ registrations, localEnvironment: true, ...more })[0];

  it('CX-1.40: the strongest source wins and hides the others', () => {
    const all = [registered('extension'), registered('legacy-plugin'), registered('config')];
    expect(effective(all)).toMatchObject({
      source: 'extension',
      state: 'on',
      hides: ['legacy-plugin', 'config'],
    });
    expect(effective([registered('selected-plugin'), registered('config')])).toMatchObject({
      source: 'config',
    });
    expect(effective([registered('config'), registered('built-in')])).toMatchObject({ source: 'built-in' });
  });

  it('CX-1.40: a disabled one vetoes the name, but not a selected plugin', () => {
    const off = (source: Registration['source']) => registered(source, { enabled: false });
    expect(effective([off('legacy-plugin'), registered('config')])).toMatchObject({
      state: 'off',
      reason: 'vetoed',
    });
    expect(effective([off('legacy-plugin'), registered('selected-plugin')])).toMatchObject({ state: 'on' });
    expect(effective([off('config')])).toMatchObject({ state: 'off', reason: 'disabled' });
  });

  it('CX-1.30: requirements go by name and identity', () => {
    const one = [registered('config', { table: { command: 'node' } })];
    expect(effective(one, { requirements: { srv: { command: 'node' } } })).toMatchObject({ state: 'on' });
    expect(effective(one, { requirements: { srv: { command: 'other' } } })).toMatchObject({
      reason: 'requirements',
    });
    expect(effective(one, { requirements: { srv: { url: 'https://a' } } })).toMatchObject({
      reason: 'requirements',
    });
    expect(effective(one, { requirements: {} })).toMatchObject({ state: 'off', reason: 'requirements' });
  });

  it('CX-1.41: a ChatGPT login stays with its own origin', () => {
    const auth = (url: string) =>
      effective([registered('config', { table: { url, auth: 'chatgpt' } })], {
        chatgptOrigin: 'https://chatgpt.com',
      })?.auth;
    expect(auth('https://chatgpt.com/mcp')).toBe('chatgpt');
    expect(auth('https://chatgpt.com.evil.example/mcp')).toBe('oauth');
    expect(auth('https://chatgpt.com@evil.example/mcp')).toBe('oauth');
    expect(auth('http://chatgpt.com/mcp')).toBe('oauth');
  });

  it.each([
    [{ command: 'x' }, {}, 'on'],
    [{ command: 'x' }, { localEnvironment: false }, 'no-local-environment'],
    [{ url: 'https://a' }, { localEnvironment: false }, 'on'],
    [{ command: 'x', environment_id: 'box' }, {}, 'unknown-environment'],
    [{ command: 'x', environment_id: 'box' }, { environments: ['box'] }, 'on'],
  ] as const)('CX-1.42: %o with %o is %s', (own, more, outcome) => {
    const server = effective([registered('config', { table: own })], more);
    expect(server?.reason ?? server?.state).toBe(outcome);
  });
});

describe('codex: answers over HTTP, row by row (CX-3)', () => {
  const answer = (own: Partial<HttpAnswer> & { status: number }) =>
    rules.httpAnswer({ request: 'tools/call', session: false, ...own });
  const scope = 'Bearer realm="x", error="insufficient_scope", scope="a b"';

  it.each([
    [{ status: 404, session: true }, 'session-expired', 1],
    [{ status: 404 }, 'failure', 7],
    [{ status: 401, challenge: 'Bearer' }, 'auth-required', 2],
    [{ status: 401 }, 'failure', 7],
    [{ status: 401, rpcError: true }, 'rpc-error', 7],
    [{ status: 403, challenge: 'Bearer error="invalid_token"' }, 'failure', 7],
    [{ status: 403, challenge: 'Basic error="insufficient_scope"' }, 'failure', 7],
    [{ status: 403, challenge: `${scope}, error="again"` }, 'failure', 7],
    [{ status: 202 }, 'accepted', 6],
    [{ status: 204 }, 'accepted', 6],
    [{ status: 500, rpcError: true }, 'rpc-error', 7],
    [{ status: 500, rpcError: true, request: 'tools/list' }, 'failure', 7],
    [{ status: 400, rpcError: true, request: 'tools/list' }, 'rpc-error', 7],
    [{ status: 302 }, 'failure', 7],
    [{ status: 200, contentType: 'text/event-stream; charset=utf-8' }, 'stream', 8],
    [{ status: 200, contentType: 'Application/JSON' }, 'json', 8],
    [{ status: 200, contentType: 'text/html' }, 'unexpected-content-type', 8],
    [{ status: 200 }, 'unexpected-content-type', 8],
  ] as const)('%o is %s', (own, kind, row) => {
    expect(answer(own)).toEqual({ kind, rules: [`CX-3/${row}`] });
  });

  it('keeps the scope that is wanted, where one is named', () => {
    expect(answer({ status: 403, challenge: scope })).toMatchObject({
      kind: 'insufficient-scope',
      scope: 'a b',
    });
    expect(answer({ status: 403, challenge: 'bearer error=insufficient_scope' })).toEqual({
      kind: 'insufficient-scope',
      rules: ['CX-3/4'],
    });
  });
});

describe('codex: what is sent again (CX-2.20 to CX-2.26)', () => {
  const http = (status: number): Failure => ({ kind: 'http', status });

  it.each([408, 429, 500, 502, 503, 504])('status %i is worth two more attempts', (status) => {
    expect(rules.retry('http', 'initialize', http(status))).toMatchObject({
      retries: true,
      delaysMs: [250, 1000],
    });
  });

  it.each([400, 401, 403, 404, 409, 501])('status %i is not', (status) => {
    expect(rules.retry('http', 'tools/list', http(status))).toMatchObject({
      retries: false,
      rules: ['CX-2.23'],
    });
  });

  it.each([
    [{ kind: 'request-failed' }, true],
    [{ kind: 'stream-read-failed' }, true],
    [{ kind: 'executor', message: 'http/request failed: reset' }, true],
    [{ kind: 'executor', message: 'other' }, false],
    [{ kind: 'auth-required' }, false],
    [{ kind: 'insufficient-scope' }, false],
    [{ kind: 'unexpected-content-type' }, false],
    [{ kind: 'decode' }, false],
    [{ kind: 'header' }, false],
  ] as const)('%o at the handshake: %s', (failure, retries) => {
    expect(rules.retry('http', 'initialized', failure).retries).toBe(retries);
  });

  it('rebuilds the transport of a handshake, not of a listing', () => {
    expect(rules.retry('http', 'initialize', http(503)).rebuilds).toBe(true);
    expect(rules.retry('http', 'tools/list', http(503)).rebuilds).toBe(false);
  });

  it('never sends a call again, but for a session that was forgotten', () => {
    expect(rules.retry('http', 'tools/call', http(503))).toMatchObject({
      retries: false,
      rules: ['CX-2.21'],
    });
    expect(rules.retry('http', 'tools/call', { kind: 'session-expired' })).toMatchObject({
      retries: true,
      delaysMs: [0],
      rules: ['CX-2.26'],
    });
  });

  it('asks no process again, whatever failed', () => {
    const requests: ClientRequest[] = ['initialize', 'initialized', 'tools/list', 'tools/call', 'other'];
    for (const request of requests) {
      expect(rules.retry('stdio', request, { kind: 'session-expired' })).toMatchObject({ retries: false });
    }
  });
});

describe('codex: logging in', () => {
  const none: TokenSources = {
    bearerTokenEnvVar: false,
    authorizationHeader: false,
    chatgpt: false,
    storedOauth: false,
    metadata: false,
  };

  it.each([
    [{ bearerTokenEnvVar: true, authorizationHeader: true, chatgpt: true, storedOauth: true }, 'bearer-env'],
    [{ authorizationHeader: true, chatgpt: true, storedOauth: true }, 'header'],
    [{ chatgpt: true, storedOauth: true, metadata: true }, 'chatgpt'],
    [{ storedOauth: true, metadata: true }, 'oauth'],
    [{ storedOauth: true }, 'stored-token'],
    [{ metadata: true }, 'none'],
  ] as const)('CX-3.03: %o takes %s', (sources, source) => {
    expect(rules.token({ ...none, ...sources })).toEqual({ source, rules: ['CX-3.03'] });
  });

  it.each([
    ['other', true, true],
    ['other', false, false],
    ['initialize', true, true],
    ['initialize', false, true],
  ] as const)(
    'CX-3.04: after %s that went well (%s) renewed tokens are kept: %s',
    (operation, well, kept) => {
      expect(rules.keepsTokens(operation, well)).toBe(kept);
    },
  );
});

describe('codex: questions', () => {
  it.each([
    [{ action: 'accept', persist: 'session' }, 'acceptForSession'],
    [{ action: 'accept', persist: 'always' }, 'acceptAndRemember'],
    [{ action: 'accept', persist: 'ever' }, 'accept'],
    [{ action: 'accept' }, 'accept'],
    [{ action: 'decline' }, 'decline'],
    [{ action: 'cancel' }, 'cancel'],
    [undefined, 'cancel'],
  ] as const)('CX-6.22: %o decides %s', (reply, decision) => {
    expect(rules.approvalReply(reply)).toBe(decision);
  });

  const asked = { autoDeny: false, approvedContext: false, emptyForm: false, policy: 'on-request' } as const;
  it.each([
    [{}, 'shown'],
    [{ autoDeny: true, approvedContext: true, emptyForm: true }, 'decline'],
    [{ approvedContext: true, emptyForm: true, policy: 'never' }, 'accept-empty'],
    [{ approvedContext: true, policy: 'never' }, 'decline'],
    [{ policy: 'granular' }, 'decline'],
    [{ policy: 'granular', granularAllows: true }, 'shown'],
    [{ policy: 'untrusted' }, 'shown'],
  ] as const)('CX-6.7: %o is %s', (own, outcome) => {
    expect(rules.serverElicitation({ ...asked, ...own })).toEqual({ outcome, rules: ['CX-6.7'] });
  });

  it('tells a server of its sandbox only where that was given', () => {
    const ids = { callId: 'c', sessionId: 's', threadId: 't' };
    expect(codex.callMeta(ids)).not.toHaveProperty('codex/sandbox-state-meta');
    expect(codex.callMeta({ ...ids, pluginId: 'p', sandboxState: { sandboxCwd: '/w' } })).toMatchObject({
      plugin_id: 'p',
      'codex/sandbox-state-meta': { sandboxCwd: '/w' },
    });
  });
});

describe('codex: properties of its connections', () => {
  it('every answer and every table has an outcome', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.option(fc.string(), { nil: undefined }),
        fc.dictionary(
          fc.constantFrom('command', 'url', 'args', 'env_vars', 'auth', 'startup_timeout_sec'),
          fc.jsonValue(),
        ),
        fc.string(),
        (status, challenge, own, name) => {
          const outcome = rules.httpAnswer({ request: 'other', status, session: false, challenge });
          expect(outcome.rules).toHaveLength(1);
          const verdict = rules.table(name, own, { environment });
          expect(verdict.rules.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
