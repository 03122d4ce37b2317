/** Probes: runs of a client in isolation against the fake provider. */
export { runBuiltinProbe, type BuiltinProbeOptions, type ProbeResult } from './builtin.ts';
export { openScenarios, readScenarioFile, scenariosOf, type Scenarios } from './scenarios.ts';
export { PROBE_SERVER } from './probe-server.ts';
