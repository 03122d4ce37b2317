/** Probes: runs of a client in isolation against the fake provider. */
export { runAliasProbe } from './aliases.ts';
export { runBuiltinProbe, type BuiltinProbeOptions, type ProbeResult } from './builtin.ts';
export { hostOfPlan, planClientProbe, plannedVersion } from './client-plan.ts';
export { runClientProbe } from './client-probe.ts';
export { openScenarios, scenariosOf } from './scenarios.ts';
