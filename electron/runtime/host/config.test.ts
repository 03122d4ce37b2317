import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import { record } from '../../../tests/support/recording.ts';
import { projectConfig, projectionKey, recordProjection, type Contribution } from './config.ts';
import { hostServer } from './host-server.ts';

const stdio = (name: string, more: Record<string, unknown> = {}): ServerConfig =>
  ServerConfig.parse({ name, transport: { kind: 'stdio', command: 'server', args: [], env: {} }, ...more });
const http = (name: string): ServerConfig =>
  ServerConfig.parse({ name, transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} } });

const set = (origin: Contribution['origin'], config: ServerConfig, environment?: string): Contribution => ({
  origin,
  action: 'set',
  server: hostServer(config, environment === undefined ? {} : { environment }),
});
const local = [{ id: 'local', available: true }];
const project = (contributions: Contribution[], environments = local, requirements?: string[]) =>
  projectConfig(
    { contributions, pluginsAvailable: false, ...(requirements === undefined ? {} : { requirements }) },
    environments,
  );

describe('the configuration of the built-in host', () => {
  it('lets a stronger voice win, whatever the order, and lets it take a server away', () => {
    const projection = project([
      set('scenario', stdio('a', { required: true })),
      set('user', stdio('a')),
      set('user', stdio('b')),
      { origin: 'project', action: 'remove', name: 'b' },
      set('plugin', stdio('c')),
    ]);
    expect(projection.servers.map(({ name, config }) => [name, config.required])).toEqual([
      ['c', false],
      ['a', true],
    ]);
    expect(projection.contributors.map(({ origin }) => origin)).toEqual([
      'plugin',
      'user',
      'user',
      'project',
      'scenario',
    ]);
  });

  it('leaves a server out for a reason', () => {
    const environments = [...local, { id: 'box', available: false }];
    const projection = project(
      [
        set('user', stdio('off', { enabled: false })),
        set('user', stdio('foreign')),
        set('user', stdio('far'), 'box'),
        set('user', stdio('kept')),
      ],
      environments,
      ['off', 'far', 'kept'],
    );
    expect(projection.servers.map(({ name }) => name)).toEqual(['kept']);
    expect(projection.left).toEqual([
      { name: 'off', reason: 'disabled' },
      { name: 'foreign', reason: 'requirement' },
      { name: 'far', reason: 'environment' },
    ]);
    const { recorder, of } = record();
    recordProjection(recorder, projection, true);
    expect(of('config.projected')[0]).toMatchObject({ pluginsAvailable: true, evidence: 'derived' });
    expect(of('server.effective').map(({ server, kept, reason }) => [server, kept, reason])).toEqual([
      ['kept', true, undefined],
      ['off', false, 'disabled'],
      ['foreign', false, 'requirement'],
      ['far', false, 'environment'],
    ]);
  });

  it('decides the place before any transport exists', () => {
    const placement = (config: ServerConfig, environments: typeof local, environment?: string) =>
      project([set('user', config, environment)], environments).servers[0]?.placement;
    expect(placement(stdio('a'), local)).toEqual({ kind: 'placed', environment: 'local' });
    // Only a local HTTP server can do without a local environment.
    expect(placement(stdio('a'), [])).toMatchObject({
      kind: 'failed',
      fault: { code: 'environment-missing' },
    });
    expect(placement(http('a'), [])).toEqual({ kind: 'ambient' });
    expect(placement(http('a'), local, 'moon')).toMatchObject({
      kind: 'failed',
      fault: { code: 'environment-unknown' },
    });
  });

  it('has the same key exactly as long as the same processes would run in the same places', () => {
    const key = (
      environments: typeof local,
      contributions: Contribution[] = [set('user', stdio('a'))],
    ): string => projectionKey(project(contributions, environments));
    const spare = [...local, { id: 'spare', available: true }];
    expect(key(spare)).toBe(key(local));
    expect(key([])).not.toBe(key(local));
    expect(key(local, [set('user', stdio('a', { disabledTools: ['x'] }))])).not.toBe(key(local));
    const inBox = [set('user', stdio('a')), set('user', stdio('b'), 'spare')];
    expect(key(spare, inBox)).not.toBe(key(local, inBox));
  });
});
