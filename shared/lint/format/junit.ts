import { compareSeverity } from '../grade.ts';
import { RULES, type LintCode } from '../rules.ts';
import type { Alarm, LintRule, Severity } from '../types.ts';
import { aboutOf, hostLine } from './words.ts';

export interface JunitOptions {
  /** What was judged; the name of the suite. */
  readonly name: string;
  /** Alarms of this severity and above are failures; the others are printed output. */
  readonly failOn: Severity;
}

/** Alarms as JUnit XML: one suite, one test case a rule. */
export function junit(alarms: readonly Alarm<LintCode>[], { name, failOn }: JunitOptions): string {
  const byCode = Map.groupBy(alarms, ({ code }) => code);
  const fails = ({ severity }: Alarm): boolean => compareSeverity(severity, failOn) <= 0;
  const rules: readonly LintRule<LintCode>[] = RULES;
  const cases = rules.map(({ code, means }) => {
    const own = byCode.get(code) ?? [];
    const failures = own
      .filter(fails)
      .map(
        (alarm) =>
          `<failure message="${attribute(`${aboutOf(alarm)}: ${means}`)}" type="${alarm.severity}">${text(
            detail(alarm),
          )}</failure>`,
      );
    const told = own.filter((alarm) => !fails(alarm)).map(detail);
    const output = told.length === 0 ? [] : [`<system-out>${text(told.join('\n\n'))}</system-out>`];
    const inner = [...failures, ...output].map((line) => `\n      ${line}`).join('');
    const head = `<testcase name="${attribute(code)}" classname="${attribute(name)}"`;
    return inner === '' ? `    ${head}/>` : `    ${head}>${inner}\n    </testcase>`;
  });
  // A case counts once, however many failures it has.
  const failed = [...byCode.values()].filter((own) => own.some(fails)).length;
  const counts = `tests="${rules.length}" failures="${failed}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="throughline lint" ${counts}>`,
    `  <testsuite name="${attribute(name)}" ${counts} skipped="0">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const detail = (alarm: Alarm): string =>
  [`${aboutOf(alarm)}: ${alarm.message}`, ...alarm.hosts.map(hostLine), alarm.remedy].join('\n');

/** Characters that XML 1.0 cannot hold, even escaped. Names and texts of servers may have them. */
// oxlint-disable-next-line no-control-regex -- these are the ones
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const text = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(IMPOSSIBLE, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const attribute = (value: string): string =>
  text(value)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\r', '&#13;');
