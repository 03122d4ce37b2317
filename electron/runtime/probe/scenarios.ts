import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioInfo } from '../../../shared/contract.ts';
import { fail, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { readScenario, type Scenario } from '../../../shared/scenario.ts';
import { PROBE_SERVER } from './probe-server.ts';

/** The scenarios that can be played, by id. */
export interface Scenarios {
  list(): readonly ScenarioInfo[];
  get(id: string): Result<Scenario>;
}

/** Things that only the built-in host can do for a scenario. */
const onlyBuiltin: readonly string[] = ['environments', 'listChanged', 'approval'];

/** Can a real client play it? */
export const playsReally = ({ roles, servers }: Scenario): boolean =>
  Object.keys(servers).every((name) => name === PROBE_SERVER) &&
  !Object.values(roles).some((turns) =>
    turns.some((turn) => turn.some(({ do: what }) => onlyBuiltin.includes(what))),
  );

/** The order in which people meet them; others follow by name. */
const FIRST = [
  'tour',
  'lookup',
  'parent-child',
  'deferred-search',
  'approvals',
  'parallel',
  'list-changed-retry',
  'environment-change',
];

const rank = (id: string): number => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);

export function scenariosOf(all: readonly Scenario[]): Scenarios {
  const sorted = all.toSorted(
    (left, right) => rank(left.id) - rank(right.id) || left.id.localeCompare(right.id),
  );
  return {
    list: () =>
      sorted.map((scenario) => ({
        id: scenario.id,
        title: scenario.title,
        describes: scenario.describes,
        hosts: scenario.hosts,
        asks: scenario.answers.user.length > 0,
        children: Object.keys(scenario.roles).length > 1,
        real: playsReally(scenario),
      })),
    get: (id) => {
      const found = sorted.find((scenario) => scenario.id === id);
      if (found !== undefined) return ok(found);
      return fail('scenario-unknown', `There is no scenario "${id.slice(0, 100)}".`, {
        next: `Choose one of: ${sorted.map((scenario) => scenario.id).join(', ')}.`,
      });
    },
  };
}

/** Reads every `*.json` of a folder. A file that cannot be read is reported and takes no other with it. */
export async function openScenarios(folder: string, report: (fault: Fault) => void): Promise<Scenarios> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  } catch (error) {
    report({
      code: 'scenarios-missing',
      message: `The scenarios could not be read from ${folder}.`,
      ...(error instanceof Error ? { cause: error.message } : {}),
      next: 'Install the program again.',
    });
    return scenariosOf([]);
  }
  const scenarios: Scenario[] = [];
  for (const name of names) {
    const read = await readScenarioFile(join(folder, name));
    if (read.ok) scenarios.push(read.value);
    else report(read.fault);
  }
  return scenariosOf(scenarios);
}

/** One scenario from a file; faults name the file and the place in it. */
async function readScenarioFile(path: string): Promise<Result<Scenario>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return fail('scenario-unreadable', `The scenario file ${path} could not be read.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Check the path.',
    });
  }
  const read = readScenario(text);
  return read.ok ? read : { ok: false, fault: { ...read.fault, message: `${path}: ${read.fault.message}` } };
}
