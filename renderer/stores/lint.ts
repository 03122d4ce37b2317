import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { routeKey } from '../../shared/hosts/index.ts';
import {
  createLinter,
  everyHost,
  type Alarm,
  type Linter,
  type LintReport,
} from '../../shared/lint/index.ts';
import type { DefinitionsState } from './definitions.ts';
import { useModels } from './hooks.ts';
import { lintServers } from './hostTools.ts';

export interface Lint {
  readonly alarms: readonly Alarm[];
  /** Alarms that speak of one tool, by itself or among others; by `routeKey`. */
  readonly byTool: ReadonlyMap<string, readonly Alarm[]>;
  readonly state: 'waiting' | 'working' | 'done';
}

const NOTHING: Lint = { alarms: [], byTool: new Map(), state: 'waiting' };
const store = createStore<Lint>(() => NOTHING);

/** While tools still arrive nothing is judged; ms after the last. */
const SETTLE_MS = 300;
/** The window answers inputs between two slices of work, ms. */
const SLICE_MS = 6;
const PAUSE_MS = 10;

let linter: Linter | undefined;
let judged: { readonly definitions: DefinitionsState; readonly version: number } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function follow(definitions: DefinitionsState, version: number): void {
  if (judged?.definitions === definitions && judged.version === version) return;
  clearTimeout(timer);
  if (judged?.definitions !== definitions) store.setState(NOTHING);
  judged = { definitions, version };
  timer = setTimeout(() => {
    linter ??= createLinter(everyHost());
    store.setState({ state: 'working' });
    work(linter.steps(lintServers(definitions)));
  }, SETTLE_MS);
}

/** A few milliseconds at a time: many tools at every host take their time. */
function work(steps: Generator<void, LintReport, void>): void {
  const until = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      const { alarms } = step.value;
      store.setState({ alarms, byTool: byTool(alarms), state: 'done' });
      return;
    }
    if (performance.now() >= until) break;
  }
  timer = setTimeout(() => work(steps), PAUSE_MS);
}

function byTool(alarms: readonly Alarm[]): Map<string, Alarm[]> {
  const found = new Map<string, Alarm[]>();
  for (const alarm of alarms) {
    const { server, tool, tools } = alarm;
    if (server === undefined) continue;
    for (const name of tools ?? (tool === undefined ? [] : [tool])) {
      const key = routeKey({ server, tool: name });
      const own = found.get(key);
      if (own === undefined) found.set(key, [alarm]);
      else own.push(alarm);
    }
  }
  return found;
}

/** What hosts do to the tools of the open capture. Judged when the first component asks, and again when tools change. */
export function useLint(): Lint {
  const { definitions } = useModels((models) => models.definitions.version);
  const { version } = definitions;
  useEffect(() => follow(definitions, version), [definitions, version]);
  return useStore(store);
}
