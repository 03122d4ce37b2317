import type { AuthStep } from '../../../../shared/contract/authorization.ts';
import type { InstanceId } from '../../../../shared/event.ts';
import type { Recorder } from '../../recorder.ts';

/** One hop as an event: names and codes, and the path as a template. */
export const recordStep = (
  recorder: Recorder,
  server: string,
  instance: InstanceId,
  { step, way, method, place, status, durationMs, sent, answered, others, findings, fault }: AuthStep,
): void => {
  const { gate } = recorder;
  const named = (names: readonly string[]) => names.flatMap((name) => gate.authName(name) ?? []);
  const path = place === undefined ? undefined : URL.parse(place)?.pathname;
  recorder.emit({
    source: 'mcp',
    evidence: 'measured',
    instance,
    kind: 'auth.step',
    server: gate.server(server),
    step,
    durationMs,
    sent: named(sent),
    answered: named(answered),
    others,
    findings: findings.map((code) => gate.code(code)),
    ...(way === undefined ? {} : { way: gate.code(way) }),
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { route: gate.route(path).route }),
    ...(status === undefined ? {} : { status }),
    ...(fault === undefined ? {} : { code: gate.code(fault.code) }),
  });
};
