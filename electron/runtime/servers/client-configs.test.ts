import { describe, expect, it } from 'vitest';
import { readServers } from './client-configs.ts';
import { baseEnvironment, resolveValues } from './environment.ts';

describe('readServers', () => {
  const command = { command: 'npx', args: ['-y', 'x'], env: { TOKEN: '${TOKEN}', PORT: 3000 } };
  const expected = {
    name: 'x',
    transport: {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'x'],
      env: { TOKEN: { kind: 'variable', variable: 'TOKEN' }, PORT: { kind: 'text', value: '3000' } },
    },
  };

  it.each([
    ['Claude and Cursor', JSON.stringify({ mcpServers: { x: command }, other: 1 })],
    [
      'VS Code',
      JSON.stringify({
        inputs: [],
        servers: { x: { type: 'stdio', ...command, env: { TOKEN: '${env:TOKEN}', PORT: 3000 } } },
      }),
    ],
    [
      'VS Code settings, with comments',
      `// settings\n{"editor.fontSize": 12, "mcp": {"servers": {"x": ${JSON.stringify(command)},},},}`,
    ],
    ['the list alone', JSON.stringify({ x: command })],
    ['one entry of it', `"x": ${JSON.stringify(command)},`],
  ])('reads %s', (_what, text) => {
    expect(readServers(text)).toMatchObject({ ok: true, value: [expected] });
  });

  it('reads an address with headers, and a server without a name', () => {
    expect(
      readServers(
        JSON.stringify({ url: 'https://example.invalid/mcp', headers: { Authorization: '${AUTH}' } }),
      ),
    ).toMatchObject({
      ok: true,
      value: [
        {
          name: 'server',
          transport: {
            kind: 'http',
            url: 'https://example.invalid/mcp',
            headers: { Authorization: { kind: 'variable', variable: 'AUTH' } },
          },
        },
      ],
    });
  });

  it.each([
    ['{"mcpServers": {"x": {"command": "npx", "args": ["a"', 'config-broken', 'line 1, column'],
    ['{"mcpServers": {}}', 'config-no-servers', ''],
    ['[1]', 'config-no-servers', ''],
    ['[mcp_servers.x]\ncommand = "npx"', 'config-toml', ''],
    ['{"mcpServers": {"x": {"args": []}}}', 'server-config-invalid', 'neither a command nor a url'],
    ['{"mcpServers": {"x": {"command": "a", "args": "b"}}}', 'server-config-invalid', 'args'],
    [
      '{"mcpServers": {"x": {"command": "a", "env": {"K": "Bearer ${T}"}}}}',
      'server-config-invalid',
      'env.K',
    ],
    ['{"mcpServers": {"x": {"url": "file:///etc/passwd"}}}', 'server-config-invalid', 'transport.url'],
  ])('refuses %s', (text, code, says) => {
    expect(readServers(text)).toMatchObject({
      ok: false,
      fault: { code, message: expect.stringContaining(says) },
    });
  });
});

describe('environment', () => {
  it('hands on a short list and nothing that looks like a function', () => {
    const from = {
      PATH: '/bin',
      HOME: '/h',
      LC_ALL: 'C',
      AWS_SECRET_ACCESS_KEY: 's',
      TERM: '() { :;}',
      USER: undefined,
    };
    expect(baseEnvironment(from, 'linux')).toEqual({ PATH: '/bin', HOME: '/h', LC_ALL: 'C' });
    expect(baseEnvironment({ Path: 'C:\\', SystemRoot: 'C:\\Windows', SECRET: 's' }, 'win32')).toEqual({
      Path: 'C:\\',
      SystemRoot: 'C:\\Windows',
    });
  });

  it('names a variable that is not set', () => {
    const values = { A: { kind: 'text', value: 'x' }, B: { kind: 'variable', variable: 'MISSING' } } as const;
    expect(resolveValues(values, { MISSING: 'y' }, 'variable')).toEqual({
      ok: true,
      value: { A: 'x', B: 'y' },
    });
    expect(resolveValues(values, {}, 'header')).toMatchObject({
      ok: false,
      fault: { code: 'variable-missing', message: expect.stringContaining('${MISSING}') },
    });
  });
});
