import * as z from 'zod';

export const ScenarioInfo = z.strictObject({
  id: z.string(),
  title: z.string(),
  describes: z.string(),
  hosts: z.array(z.enum(['codex', 'claude'])),
  /** Asks the user at least once unless `approve` is given. */
  asks: z.boolean(),
});
export type ScenarioInfo = z.infer<typeof ScenarioInfo>;

/** One run of the built-in host against the fake provider. */
export const ProbeRequest = z.strictObject({
  host: z.enum(['codex', 'claude']),
  version: z.string().optional(),
  modelClass: z.enum(['direct', 'search', 'exec', 'flat']).optional(),
  scenario: z.string(),
  /** Play the run without the ids that the client would put on the MCP wire. */
  withholdMeta: z.boolean().optional(),
  /** A registered server to probe instead of the bundled one. */
  server: z.string().optional(),
  /** `ask`: a person answers in a dialog. Otherwise the scenario's answers, or one answer for all. */
  approve: z.enum(['ask', 'scenario', 'all', 'none']).optional(),
});
export type ProbeRequest = z.infer<typeof ProbeRequest>;
