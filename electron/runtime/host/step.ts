import { createHash } from 'node:crypto';
import type { AnyId, HostRef, LocalId } from '../../../shared/event.ts';
import type { HostPlan, HostProfile, HostSettings, ModelClass } from '../../../shared/hosts/index.ts';
import { canonicalJson } from '../../../shared/json.ts';
import type { Recorder } from '../recorder.ts';
import type { Environment } from './environment.ts';
import { recordExposure, type ExposureLog } from './exposure.ts';
import type { ManagedTool } from './manager.ts';
import type { Snapshot, Snapshots } from './snapshot.ts';

/** What everything in one sampling request reads: one snapshot, and one list that is read once. */
export interface Step {
  readonly id: LocalId;
  readonly snapshot: Snapshot;
  /** The tools and what the profile makes of them; the first call lists, later ones get the same. */
  contents(): Promise<StepContents>;
  /** The step is over; its manager may go. */
  release(): void;
}

export interface StepContents {
  readonly tools: readonly ManagedTool[];
  readonly plan: HostPlan;
}

export interface StepsOptions {
  readonly recorder: Recorder;
  readonly profile: HostProfile;
  readonly hostRef: HostRef;
  readonly modelClass: ModelClass;
  /** Rules of the permission system that also take tools out of the request (Claude). */
  readonly rules: () => HostSettings['rules'];
  /** All tools that were ever listed, so that the provider knows them before it is asked. */
  readonly onListed: (tools: readonly ManagedTool[], settings: HostSettings) => void;
}

/** Captures steps; the same content of a list has the same id in every step of the run. */
export function createSteps(options: StepsOptions) {
  const { recorder, profile } = options;
  const { gate } = recorder;
  const lists = new Map<string, LocalId>();

  const listId = (tools: readonly ManagedTool[]): LocalId => {
    const digest = createHash('sha256').update(canonicalJson(tools)).digest('hex');
    const known = lists.get(digest);
    if (known !== undefined) return known;
    const id = gate.local('list');
    lists.set(digest, id);
    return id;
  };

  return {
    capture(
      thread: AnyId,
      snapshots: Snapshots,
      environments: readonly Environment[],
      log: ExposureLog,
    ): Step {
      const { snapshot, change, release } = snapshots.forStep(environments);
      const id = gate.local('step');
      let contents: Promise<StepContents> | undefined;

      const list = async (): Promise<StepContents> => {
        const tools = await snapshot.manager.tools();
        const settings: HostSettings = {
          modelClass: options.modelClass,
          servers: snapshot.manager.settings(),
          rules: options.rules(),
        };
        options.onListed(tools, settings);
        const plan = profile.plan(
          tools.filter((tool) => tool.enabled || profile.id === 'codex'),
          settings,
        );
        recorder.emit({
          kind: 'step.captured',
          source: 'host',
          evidence: 'measured',
          step: id,
          thread,
          snapshot: snapshot.id,
          manager: snapshot.manager.id,
          change,
          environments: snapshot.environments.length,
          list: listId(tools),
          tools: tools.length,
        });
        recordExposure({ recorder, host: options.hostRef, thread, step: id, tools, plan, log });
        return { tools, plan };
      };

      return { id, snapshot, contents: () => (contents ??= list()), release };
    },
  };
}
export type Steps = ReturnType<typeof createSteps>;
