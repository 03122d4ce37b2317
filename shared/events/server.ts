import * as z from 'zod';
import {
  Code,
  Count,
  HostRef,
  KnownKey,
  LocalId,
  Millis,
  Pointer,
  Route,
  ServerName,
  ToolName,
  Version,
  defineEvent,
} from './atoms.ts';
import { AuthStepCode } from '../contract/authorization.ts';
import { ToolDefinition } from './definition.ts';

// Families capture, config, server and discovery: who is there, and what it says it can do.

export const captureEvents = [
  defineEvent('capture.started', {
    writer: Version,
    host: HostRef.optional(),
    simulated: z.boolean(),
    /** The machine that recorded. */
    platform: z.enum(['linux', 'darwin', 'win32', 'other']).optional(),
    arch: z.enum(['x64', 'arm64', 'other']).optional(),
  }),
  defineEvent('capture.note', { code: Code, count: Count.optional() }),
  defineEvent('capture.dropped', { where: Code, count: Count }),
  defineEvent('capture.ended', { reason: z.enum(['finished', 'stopped', 'replaced', 'shutdown']) }),
] as const;

const Contributor = z.strictObject({
  origin: z.enum(['user', 'project', 'plugin', 'extension', 'builtin', 'scenario']),
  action: z.enum(['set', 'remove']),
  server: ServerName,
});

export const configEvents = [
  defineEvent('config.projected', {
    projection: LocalId,
    contributors: z.array(Contributor),
    pluginsAvailable: z.boolean(),
  }),
  defineEvent('server.effective', {
    server: ServerName,
    kept: z.boolean(),
    reason: z.enum(['disabled', 'auth', 'requirement', 'environment']).optional(),
  }),
] as const;

export const serverEvents = [
  defineEvent('server.startup', {
    server: ServerName,
    state: z.enum(['starting', 'ready', 'failed', 'cancelled']),
    required: z.boolean(),
    durationMs: Millis.optional(),
    code: Code.optional(),
  }),
  defineEvent('server.startupComplete', {
    ready: z.array(ServerName),
    failed: z.array(ServerName),
    cancelled: z.array(ServerName),
    requiredFailed: z.array(ServerName),
  }),
  defineEvent('client.state', {
    server: ServerName,
    state: z.enum(['connecting', 'ready', 'closed']),
    era: z.enum(['legacy', 'modern']).optional(),
    eraReason: Code.optional(),
    protocolVersion: Version.optional(),
    transport: z.enum(['stdio', 'http', 'sse']).optional(),
    code: Code.optional(),
  }),
  defineEvent('process.state', {
    server: ServerName,
    state: z.enum(['spawned', 'exited', 'killed']),
    pid: Count.optional(),
    exitCode: z.int().optional(),
    signal: KnownKey.optional(),
  }),
  defineEvent('auth.step', {
    server: ServerName,
    step: AuthStepCode,
    way: Code.optional(),
    method: z.enum(['GET', 'POST']).optional(),
    route: Route.optional(),
    status: Count.optional(),
    durationMs: Millis,
    /** Names of parameters, fields and headers that a specification defines; the rest is counted. */
    sent: z.array(KnownKey),
    answered: z.array(KnownKey),
    others: Count,
    findings: z.array(Code),
    code: Code.optional(),
  }),
  defineEvent('server.stderr', { server: ServerName, lines: Count, bytes: Count }),
  defineEvent('server.finding', {
    server: ServerName,
    code: Code,
    severity: z.enum(['info', 'warning', 'error']),
    tool: ToolName.optional(),
    list: z.enum(['resources', 'templates', 'prompts']).optional(),
    index: Count.optional(),
    pointer: Pointer.optional(),
  }),
] as const;

/** Resources, templates and prompts keep no URI and no text: their names can carry paths and secrets. */
const listed = { server: ServerName, index: Count, digest: LocalId.optional() };

export const discoveryEvents = [
  defineEvent('tool.discovered', {
    server: ServerName,
    tool: ToolName,
    index: Count,
    page: Count,
    definition: ToolDefinition,
  }),
  defineEvent('tool.changed', {
    server: ServerName,
    tool: ToolName,
    index: Count,
    page: Count,
    definition: ToolDefinition,
  }),
  defineEvent('tool.removed', { server: ServerName, tool: ToolName }),
  defineEvent('resource.discovered', listed),
  defineEvent('resource.removed', listed),
  defineEvent('template.discovered', listed),
  defineEvent('template.removed', listed),
  defineEvent('prompt.discovered', listed),
  defineEvent('prompt.removed', listed),
] as const;
