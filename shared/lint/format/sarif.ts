import { factOf } from '../../hosts/index.ts';
import { RULES, type LintCode } from '../rules.ts';
import type { Alarm, LintRule, Severity } from '../types.ts';
import { aboutOf, hostLine } from './words.ts';

type Json = Readonly<Record<string, unknown>>;

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export interface SarifOptions {
  /** Version of this program. */
  readonly version: string;
  /** The file that results are shown in, relative to the root of the repository. */
  readonly artifact?: string | undefined;
}

/** Alarms as a SARIF 2.1.0 log with one run. */
export function sarif(alarms: readonly Alarm<LintCode>[], { version, artifact }: SarifOptions): Json {
  const rules: readonly LintRule<LintCode>[] = RULES;
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'throughline lint',
            version,
            rules: rules.map(({ code, severity, means, remedy }) => ({
              id: code,
              name: code.replaceAll(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()),
              shortDescription: { text: means },
              help: { text: remedy },
              defaultConfiguration: { level: LEVEL[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: alarms.map((alarm) => result(alarm, artifact)),
      },
    ],
  };
}

function result(alarm: Alarm<LintCode>, artifact: string | undefined): Json {
  const { code, severity, server, tool, place = '', hosts } = alarm;
  const name = [server, tool].filter((part) => part !== undefined).join('/');
  return {
    ruleId: code,
    ruleIndex: RULES.findIndex((rule) => rule.code === code),
    level: LEVEL[severity],
    message: {
      text: [`${aboutOf(alarm)}: ${alarm.message}`, ...hosts.map(hostLine), alarm.remedy].join('\n'),
    },
    locations: [
      {
        ...(artifact === undefined
          ? {}
          : {
              physicalLocation: { artifactLocation: { uri: encodeURI(artifact) }, region: { startLine: 1 } },
            }),
        ...(name === ''
          ? {}
          : {
              logicalLocations: [
                { fullyQualifiedName: `${name}${place}`, kind: tool === undefined ? 'module' : 'function' },
              ],
            }),
      },
    ],
    partialFingerprints: { 'throughlineAlarm/v1': [code, server ?? '', tool ?? ''].join('|') },
    properties: {
      ...(alarm.grade === undefined ? {} : { grade: alarm.grade }),
      ...(alarm.tools === undefined ? {} : { tools: alarm.tools }),
      hosts: hosts.map((host) => ({
        ...host,
        facts: host.rules.map((rule) => ({ rule, text: factOf(rule)?.text })),
      })),
    },
  };
}
