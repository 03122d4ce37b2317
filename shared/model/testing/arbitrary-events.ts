// oxlint-disable-next-line no-restricted-imports -- used by tests only
import * as fc from 'fast-check';
import type { Draft, Event } from '../../event.ts';
import {
  applyCorrelation,
  initCorrelation,
  settleCorrelation,
  type CorrelationOptions,
} from '../correlation/index.ts';
import { flowSteps } from './steps-flow.ts';
import { providerSteps } from './steps-provider.ts';
import { serverSteps } from './steps-server.ts';
import { newWorld, type Step, type World } from './world.ts';

// Random captures: valid events in an order that holds together, more or less. Things repeat, get lost and come late,
// as they do; nothing here knows what a reducer makes of it.

const steps: readonly Step[] = [...providerSteps, ...flowSteps, ...serverSteps];
const weights = steps.reduce((sum, step) => sum + step.weight, 0);

interface Choice {
  readonly step: number;
  readonly after: number;
  readonly seed: number;
}

const choice: fc.Arbitrary<Choice> = fc.record({
  step: fc.nat(weights - 1),
  after: fc.oneof(
    { weight: 8, arbitrary: fc.nat(60) },
    { weight: 1, arbitrary: fc.nat(600) },
    { weight: 1, arbitrary: fc.constant(-3) },
  ),
  seed: fc.integer({ min: 1, max: 2_147_483_646 }),
});

/** What clients, servers and providers did; no windows, no verdicts. Shrinks by leaving steps out. */
export const baseEvents = (maxLength = 120): fc.Arbitrary<Event[]> =>
  fc.array(choice, { maxLength, size: 'max' }).map((choices) => {
    const world = newWorld();
    for (const { step, after, seed } of choices) {
      world.now = Math.max(0, world.now + after);
      world.seed = seed;
      stepAt(step).play(world);
    }
    return stamp(world);
  });

function stepAt(point: number): Step {
  let left = point;
  const found = steps.find((step) => (left -= step.weight) < 0);
  if (found === undefined) throw new Error('The weights do not add up.');
  return found;
}

const stamp = (world: World): Event[] => world.told.map(({ draft, t }, seq): Event => ({ ...draft, seq, t }));

/** The same with what the correlator adds, where the bus would put it. */
export const captureEvents = (maxLength = 120): fc.Arbitrary<Event[]> =>
  baseEvents(maxLength).map((events) => withVerdicts(events));

/** Adds window events and verdicts to a capture, as a live correlator would. */
export function withVerdicts(events: readonly Event[], options: CorrelationOptions = {}): Event[] {
  const state = initCorrelation(options);
  const recorded: Event[] = [];
  const record = ({ draft, t }: { draft: Draft; t: number }): void => {
    recorded.push({ ...draft, seq: recorded.length, t });
  };
  for (const event of events) {
    recorded.push({ ...event, seq: recorded.length });
    applyCorrelation(state, event).forEach(record);
  }
  settleCorrelation(state, state.latest).forEach(record);
  return recorded;
}
