import type { HostProfile, IdentityPlaces } from '../types.ts';
import { byteLength } from '../text.ts';
import type { ListedHost } from './host.ts';
import { listedPlan, wireOf } from './plan.ts';
import { outputOf } from './wire.ts';

/** None of these hosts was seen to put ids of its own on either wire. */
const NO_PLACES: IdentityPlaces = {
  session: [],
  thread: [],
  parent: [],
  agent: [],
  turn: [],
  call: [],
  item: [],
};

/** The profile of a host with one list of tools. */
export function listedProfile(host: ListedHost): HostProfile {
  const [wire] = host.wires;
  return {
    id: host.id,
    version: host.version,
    title: host.title,
    modelClasses: host.modelClasses,
    defaultModelClass: host.modelClasses[0]?.id ?? 'flat',
    wire,
    wires: host.wires,
    confidence: host.confidence,
    traits: host.traits,
    ...(host.toolLimit === undefined ? {} : { toolLimit: host.toolLimit }),
    ...(host.toolAdvice === undefined ? {} : { toolAdvice: host.toolAdvice }),
    envelopes: host.envelopes,
    identityPlaces: NO_PLACES,
    names: (tools, settings = {}) => host.names(tools, settings),
    plan: (tools, settings = {}) => listedPlan(host, tools, settings),
    schema: (schema, settings = {}) => host.schema(schema, wireOf(host, settings), settings),
    approve: (input) => host.approve(input),
    memoryKey: (route, mode) => host.memoryKey(route, mode),
    filter: (route, settings) => host.filter(route, settings),
    callMeta: () => ({}),
    identity: () => ({ headers: {}, body: {}, rules: host.wireRules }),
    toolMeta: (meta) => meta,
    childEnv: (parent, own) => host.childEnv(parent, own),
    project: (result, options = {}) => host.project(result, options),
    errorOutput: (message) => ({
      value: message,
      bytes: byteLength(message),
      form: 'error',
      lost: [],
      rules: host.wireRules,
    }),
    outputItem: (type, callId, output, failed = false) => outputOf(wire, type, callId, output, failed),
  };
}
