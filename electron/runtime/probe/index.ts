/** Probes: runs of a client in isolation against the fake provider. */
export { runBuiltinProbe, type BuiltinProbeOptions, type ProbeResult } from './builtin.ts';
export { openScenarios, scenariosOf } from './scenarios.ts';
