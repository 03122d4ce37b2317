import * as z from 'zod';
import { Fault } from '../fault.ts';
import { ClientId, ClientTransport, ClientWay, ClientWire, Login, ModelClass } from './clients.ts';

export const ScenarioInfo = z.strictObject({
  id: z.string(),
  title: z.string(),
  describes: z.string(),
  hosts: z.array(z.enum(['codex', 'claude'])),
  /** Asks the user at least once unless `approve` is given. */
  asks: z.boolean(),
  /** Starts child threads: of the real clients only Claude Code and Codex can be told to. */
  children: z.boolean(),
  /** Real clients can play it: it needs nothing that only the built-in host does. */
  real: z.boolean(),
});
export type ScenarioInfo = z.infer<typeof ScenarioInfo>;

/** One run of the built-in host against the fake provider. */
export const ProbeRequest = z.strictObject({
  host: z.enum(['codex', 'claude']),
  version: z.string().optional(),
  modelClass: ModelClass.optional(),
  scenario: z.string(),
  /** Play the run without the ids that the client would put on the MCP wire. */
  withholdMeta: z.boolean().optional(),
  /** A registered server to probe instead of the bundled one. */
  server: z.string().optional(),
  /** `ask`: a person answers in a dialog. Otherwise the scenario's answers, or one answer for all. */
  approve: z.enum(['ask', 'scenario', 'all', 'none']).optional(),
});
export type ProbeRequest = z.infer<typeof ProbeRequest>;

/** One isolated run of a real client against the fake provider. What is left out is as the client ships. */
export const ClientProbeRequest = z.strictObject({
  client: ClientId,
  /** Exact, installed on demand; `path` for the program on PATH; the newest pinned one when left out. */
  version: z.string().optional(),
  modelClass: ModelClass.optional(),
  /** One lookup when left out. */
  scenario: z.string().optional(),
  wire: ClientWire.optional(),
  transport: ClientTransport.optional(),
  login: Login.optional(),
  /** A registered server to probe instead of the bundled one; it runs behind the tap. */
  server: z.string().optional(),
  /** Record the run without the ids that the client puts on the MCP wire. */
  withholdMeta: z.boolean().optional(),
  /** `all`: the client is told to allow the calls. `none`: it decides as it would by itself, with nobody to ask. */
  approve: z.enum(['all', 'none']).optional(),
  /** `none` leaves the run on the machine's network, and says so. */
  isolation: z.enum(['auto', 'none']).optional(),
  /** The client has this long once it is started, ms. */
  timeoutMs: z.int().min(1000).max(600_000).optional(),
});
export type ClientProbeRequest = z.infer<typeof ClientProbeRequest>;

/** Something that a whole run has and this one has not; `code` is stable. */
export const Missing = z.strictObject({ code: z.string(), says: z.string() });
export type Missing = z.infer<typeof Missing>;

/** What a run of a real client came to. The facts of the run stand in its capture. */
export const ClientVerdict = z.strictObject({
  capture: z.string(),
  client: ClientId,
  /** As found out; absent when the client never could be started. */
  version: z.string().optional(),
  origin: z.enum(['pinned', 'path']),
  way: ClientWay,
  modelClass: ModelClass.optional(),
  /** 0 done as expected, 1 something failed, 130 cancelled. */
  exit: z.int(),
  ending: z.enum(['not-started', 'exited', 'timeout', 'cancelled']),
  /** The client's own exit code and signal. */
  clientExit: z.int().nullable(),
  signal: z.string().nullable(),
  turnCompleted: z.boolean(),
  finalEquals: z.boolean(),
  /** From the client's start to its end, ms. */
  clientMs: z.number(),
  /** Waiting for npm, ms; absent when the client was there. */
  installMs: z.number().optional(),
  isolation: z.strictObject({
    kind: z.enum(['namespaces', 'none']),
    /** Why there are none. */
    why: z.string().optional(),
  }),
  missing: z.array(Missing),
  /** Host names that it asked for in vain. For people: a name can carry anything. */
  asked: z.array(z.strictObject({ name: z.string(), count: z.int() })),
  /** Processes that it left behind; they were ended. */
  left: z.int(),
  /** The last lines of its stderr, for people. */
  stderr: z.array(z.string()),
  fault: Fault.optional(),
});
export type ClientVerdict = z.infer<typeof ClientVerdict>;
