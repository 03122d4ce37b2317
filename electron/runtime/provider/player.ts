import type { HostPlan, HostWire } from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { turnsOf, type Scenario } from '../../../shared/scenario.ts';
import { createForms, type FormOptions, type Scene } from './forms.ts';
import type { Reply, ReplyPart } from './reply.ts';
import type { ProviderThread } from './threads.ts';

export interface PlayerOptions extends FormOptions {
  readonly scenario: Scenario;
}

const WAIT_MS = 60_000;
const MEET_MS = 20_000;
const nothing = (): void => undefined;

/** Turns the scenario's next turn of a thread into a reply in the forms that the thread was shown. */
export function createPlayer(options: PlayerOptions) {
  const { scenario } = options;
  const forms = createForms(options);

  const some = (part: ReplyPart | undefined): readonly ReplyPart[] => (part === undefined ? [] : [part]);

  /** Everything up to the end of the turn or up to what ends this attempt. */
  const planTurn = (scene: Scene): Reply | undefined => {
    const { thread } = scene;
    const turns = turnsOf(scenario, thread.role);
    const turn = turns[thread.turn];
    if (turn === undefined) return undefined;
    const parts: ReplyPart[] = [];
    const nextTurn = (): void => {
      thread.turn += 1;
      thread.offset = 0;
    };
    for (let index = thread.offset; index < turn.length; index++) {
      const action = turn[index];
      if (action === undefined) break;
      switch (action.do) {
        case 'wait':
          parts.push({ kind: 'pause', ms: action.ms });
          break;
        case 'meet':
          parts.push({ kind: 'meet', child: action.child, timeoutMs: action.timeoutMs ?? MEET_MS });
          break;
        case 'stream':
          parts.push({ kind: 'pace', chunkMs: action.chunkMs });
          break;
        case 'text':
          parts.push({ kind: 'text', text: action.text });
          break;
        case 'environments':
        case 'listChanged':
        case 'approval':
          parts.push({ kind: 'stage', action });
          break;
        case 'search':
          parts.push(...some(forms.search(scene, action.query, action.limit)));
          break;
        case 'spawn':
          parts.push(...some(forms.spawn(scene, action.child)));
          break;
        case 'waitFor':
          parts.push(...some(forms.wait(scene, action.timeoutMs ?? WAIT_MS)));
          break;
        case 'call':
        case 'parallel': {
          const calls = action.do === 'call' ? [action] : action.calls;
          const planned = forms.call(calls, scene, action.do === 'call' && action.blind === true);
          if ('parts' in planned) {
            parts.push(...planned.parts);
            break;
          }
          // What stands before the call is played now; the call itself waits for the answer.
          const resumeAt = index;
          return {
            parts: [...parts, planned.searchFirst],
            commit: () => {
              thread.offset = resumeAt;
              for (const route of planned.for) thread.searched.add(routeKey(route));
            },
          };
        }
        case 'fail':
        case 'drop':
        case 'end': {
          parts.push(action.do === 'fail' ? { kind: 'fail', status: action.status } : { kind: action.do });
          const behind = index + 1;
          return { parts, commit: behind < turn.length ? () => void (thread.offset = behind) : nextTurn };
        }
      }
    }
    return { parts, commit: nextTurn };
  };

  const says = (part: ReplyPart): boolean =>
    part.kind !== 'pause' && part.kind !== 'meet' && part.kind !== 'pace' && part.kind !== 'stage';

  return {
    /** The reply to a request of this thread. A script that is over, or a thread without one, says OK. */
    reply(thread: ProviderThread, plan: HostPlan, wire: HostWire): Reply {
      const before: ReplyPart[] = [];
      for (;;) {
        const planned = planTurn({ thread, plan, wire });
        if (planned === undefined)
          return { parts: [...before, { kind: 'text', text: 'OK' }], commit: nothing };
        if (planned.parts.some(says)) return { parts: [...before, ...planned.parts], commit: planned.commit };
        // A turn in which this host has nothing to say runs into the next one.
        before.push(...planned.parts);
        planned.commit();
      }
    },
  };
}
export type Player = ReturnType<typeof createPlayer>;
