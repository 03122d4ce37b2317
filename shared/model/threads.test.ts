import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyId, Event } from '../event.ts';
import { restoreState, saveState } from './saved.ts';
import { captureEvents } from './testing/arbitrary-events.ts';
import { wire } from './testing/ids.ts';
import {
  naiveExchanges,
  naiveItems,
  naiveResponses,
  naiveThreads,
  naiveTree,
  naiveWindows,
} from './testing/naive-threads.ts';
import { Story } from './testing/story.ts';
import { ThreadsState, applyThreads, initThreads, threadTree, type ThreadNode } from './threads.ts';

const fold = (events: readonly Event[], state = initThreads()): ThreadsState => {
  for (const event of events) applyThreads(state, event);
  return state;
};

const reborn = (state: ThreadsState): ThreadsState => {
  const restored = restoreState(ThreadsState, saveState(state));
  if (!restored.ok) throw new Error(restored.fault.cause);
  return restored.value;
};

function parentsIn(nodes: readonly ThreadNode[], parent: AnyId | null = null): [AnyId, AnyId | null][] {
  return nodes.flatMap(({ thread, children }) => [
    [thread.thread, parent] as [AnyId, AnyId | null],
    ...parentsIn(children, thread.thread),
  ]);
}

describe('threads', () => {
  it('folded in two parts, saved and restored between them, equal a plain reference', () => {
    fc.assert(
      fc.property(captureEvents(100), fc.nat(120), (events, cut) => {
        const state = fold(events.slice(cut), reborn(fold(events.slice(0, cut))));
        expect([...state.threads.values()]).toEqual(naiveThreads(events));
        expect([...state.responses.values()]).toEqual(naiveResponses(events));
        expect([...state.items.values()]).toEqual(naiveItems(events));
        expect([...state.windows.values()]).toEqual(naiveWindows(events));
        expect([...state.exchanges.values()]).toEqual(naiveExchanges(events));
        expect(new Map(parentsIn(threadTree(state)))).toEqual(naiveTree(events));
        for (const [response, own] of state.itemsOf) {
          expect(own).toEqual(
            [...state.items.values()].filter((item) => item.response === response).map((item) => item.item),
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('are joined where identity evidence joins them, and nowhere else', () => {
    const story = new Story()
      .thread(0, 'root')
      .thread(1, 'child', 'root')
      .thread(2, 'stranger')
      .thread(3, 'orphan', 'unseen');
    const tree = threadTree(fold(story.events));
    expect(parentsIn(tree)).toEqual([
      [wire('root'), null],
      [wire('child'), wire('root')],
      [wire('stranger'), null],
      [wire('unseen'), null],
      [wire('orphan'), wire('unseen')],
    ]);
  });

  it('survive a ring of parents', () => {
    const story = new Story().thread(0, 'a', 'b').thread(1, 'b', 'a').thread(2, 'c', 'a');
    expect(parentsIn(threadTree(fold(story.events)))).toEqual([
      [wire('b'), null],
      [wire('a'), null],
      [wire('c'), wire('a')],
    ]);
  });
});
