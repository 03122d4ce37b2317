import type { ExposureRow, HostFinding, NameRow } from './types.ts';

/** Nearly every row has none; they share one list. */
export const NO_FINDINGS: readonly HostFinding[] = [];

/** What a host decided about a tool that has its name. */
export type Decision = Omit<ExposureRow, keyof NameRow>;

/**
 * The row of a name with what was decided. The usual forms are written out: a copy that is extended afterwards takes many
 * times as long, and there is one row for every tool and host.
 */
export function exposureRow(row: NameRow, decision: Decision): ExposureRow {
  const { server, tool, namespace, name, flat, codeMode, hook, dropped, findings } = row;
  const { exposure, reason, rules, assumed, declared, reach, dispatchable } = decision;
  if (dropped === true) return { ...row, ...decision };
  if (namespace !== undefined && codeMode !== undefined && hook !== undefined) {
    return {
      server,
      tool,
      namespace,
      name,
      codeMode,
      hook,
      findings,
      exposure,
      reason,
      rules,
      assumed,
      declared,
      reach,
      dispatchable,
    };
  }
  if (flat === undefined) return { ...row, ...decision };
  if (hook !== undefined) {
    return {
      server,
      tool,
      name,
      flat,
      hook,
      findings,
      exposure,
      reason,
      rules,
      assumed,
      declared,
      reach,
      dispatchable,
    };
  }
  return {
    server,
    tool,
    name,
    flat,
    findings,
    exposure,
    reason,
    rules,
    assumed,
    declared,
    reach,
    dispatchable,
  };
}

/** Of a tool that does not get to the model. */
export const absentDecision = (
  reason: ExposureRow['reason'],
  rules: ExposureRow['rules'],
  assumed: ExposureRow['assumed'],
): Decision => ({
  exposure: 'absent',
  reason,
  rules,
  assumed,
  declared: false,
  reach: 'none',
  dispatchable: false,
});

/** The same name with one thing more to be said of it. */
export const withFinding = (row: NameRow, finding: HostFinding): NameRow => ({
  ...row,
  findings: [...row.findings, finding],
});
