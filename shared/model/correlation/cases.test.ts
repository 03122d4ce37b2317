import { describe, expect, it } from 'vitest';
import { AbstainReason, type Carrier } from '../../event.ts';
import { calls, envelope, exec, local, none, wire } from '../testing/ids.ts';
import { correlate, verdicts, type VerdictDraft } from '../testing/judge.ts';
import { Story, callIdOf } from '../testing/story.ts';

const verdictOf = (story: Story, call = 1): VerdictDraft | undefined =>
  verdicts(story.events).get(local('call', call));

/** One thread with one turn; its window is [100, 400]. */
const oneTurn = (carrier: Carrier = exec): Story =>
  new Story()
    .thread(0, 'main')
    .request(10, 'main')
    .turn(100, 'main', 'resp', { item: carrier })
    .request(400, 'main', { outputs: ['item'], previous: 'resp' });

/** The same, without its close boundary. */
const unclosed = (carrier: Carrier = exec): Story =>
  new Story().thread(0, 'main').request(10, 'main').turn(100, 'main', 'resp', { item: carrier });

/** A second thread whose window is [from, to], or still open. */
const andOther = (story: Story, from: number, to: number | null, carrier: Carrier = exec): Story => {
  story.thread(1, 'other').request(11, 'other').turn(from, 'other', 'other-resp', { 'other-item': carrier });
  return to === null ? story : story.request(to, 'other', { outputs: ['other-item'] });
};

const attributed = (tier: string, thread: string): object => ({
  kind: 'call.attributed',
  tier,
  thread: wire(thread),
});
const abstained = (reason: AbstainReason): object => ({ kind: 'call.abstained', reason });

describe('what opens a window', () => {
  const kinds: [string, Carrier, number][] = [
    ["an MCP tool's own name", calls('lookup'), 1],
    ['exec', exec, 1],
    ['wait', envelope('wait'), 0],
    ['spawn_agent', envelope('spawn_agent'), 0],
    ['tool_search', envelope('tool_search'), 0],
    ['a built-in tool', none, 0],
  ];
  it.each(kinds)('%s', (_name, carrier, windows) => {
    const opened = correlate(oneTurn(carrier).events).filter(({ draft }) => draft.kind === 'window.opened');
    expect(opened).toHaveLength(windows);
  });

  it('opens at the completed item, not at the completed response', () => {
    const story = new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .item(100, 'main', 'item')
      .call(120, 300)
      .completed(350, 'main', 'resp')
      .request(400, 'main', { outputs: ['item'] });
    expect(verdictOf(story)).toMatchObject(attributed('window', 'main'));
  });

  it('opens once a response and widens for a route that it could not reach', () => {
    const story = unclosed(calls('lookup'))
      .started(101, 'main', 'second')
      .item(110, 'main', 'a', { carrier: calls('lookup') });
    story
      .item(120, 'main', 'b', { carrier: calls('lookup') })
      .item(130, 'main', 'c', { carrier: calls('slow') });
    const emitted = correlate(story.events).map(({ draft }) => draft.kind);
    expect(emitted).toEqual(['window.opened', 'window.opened', 'window.widened']);
  });

  it('opens none in a warm-up pair, whose request closes none either', () => {
    const story = new Story()
      .request(10, 'main', { prewarm: true })
      .turn(50, 'main', 'warm', { 'warm-item': exec })
      .request(60, 'main', { previous: 'warm' })
      .turn(100, 'main', 'resp', { item: exec })
      .request(150, 'main', { outputs: ['item'], prewarm: true })
      .call(200, 300)
      .request(400, 'main', { outputs: ['item'] });
    const windows = correlate(story.events).flatMap(({ draft }) =>
      draft.kind === 'window.opened' ? [draft.openedAt] : [],
    );
    expect(windows).toEqual([100]);
    expect(verdictOf(story)).toMatchObject(attributed('window', 'main'));
  });
});

describe('what closes a window', () => {
  it('a request of the thread that continues its response, though it names no outputs', () => {
    expect(verdictOf(unclosed().call(200, 300).request(400, 'main', { previous: 'resp' }))).toMatchObject(
      attributed('window', 'main'),
    );
  });

  it('not a request of the thread without its outputs', () => {
    expect(verdictOf(unclosed().call(200, 300).request(400, 'main'))).toMatchObject(
      abstained('missing-boundary'),
    );
  });

  it('not a request of another thread that repeats the outputs', () => {
    const story = unclosed()
      .request(150, 'fork', { outputs: ['item'] })
      .call(200, 300);
    expect(verdictOf(story.request(400, 'main', { outputs: ['item'] }))).toMatchObject(
      attributed('window', 'main'),
    );
  });

  it('a request that names no thread but carries the outputs', () => {
    expect(
      verdictOf(
        unclosed()
          .call(200, 300)
          .request(400, null, { outputs: ['item'] }),
      ),
    ).toMatchObject(attributed('window', 'main'));
  });

  it('only the request that carries the last of its outputs', () => {
    const story = new Story()
      .request(10, 'main')
      .turn(100, 'main', 'resp', { a: calls('lookup'), b: calls('slow') })
      .request(200, 'main', { outputs: ['a'] })
      .call(150, 250, { tool: 'slow' })
      .request(300, 'main', { outputs: ['a', 'b'] });
    expect(verdictOf(story)).toMatchObject({ kind: 'call.attributed', item: wire('b') });
  });
});

describe('the window tier', () => {
  it('is inclusive at both ends', () => {
    expect(verdictOf(oneTurn().call(100, 400))).toMatchObject(attributed('window', 'main'));
    expect(verdictOf(oneTurn().call(99.999, 400))).toMatchObject(abstained('no-window'));
    expect(verdictOf(oneTurn().call(100, 400.001))).toMatchObject(abstained('no-window'));
  });

  it('considers only windows whose items can reach the route', () => {
    const story = andOther(oneTurn(), 90, 410, calls('other_tool')).call(200, 300);
    expect(verdictOf(story)).toMatchObject(attributed('window', 'main'));
    expect(verdictOf(oneTurn(calls('lookup')).call(200, 300, { server: 'another' }))).toMatchObject(
      abstained('no-window'),
    );
  });

  it('does not let an item reach a call that began before the item was complete', () => {
    const story = new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .item(100, 'main', 'a', { carrier: calls('slow') })
      .item(150, 'main', 'b', { carrier: calls('lookup') })
      .call(120, 200)
      .request(400, 'main', { outputs: ['a', 'b'] });
    expect(verdictOf(story)).toMatchObject(abstained('no-window'));
  });

  it('keeps apart calls that overlap in time but fit one window each', () => {
    const story = andOther(oneTurn(), 150, 500).call(120, 350).call(160, 450);
    expect(verdictOf(story, 1)).toMatchObject(attributed('window', 'main'));
    expect(verdictOf(story, 2)).toMatchObject(attributed('window', 'other'));
  });

  it('names the thread and no item when all candidates are of one thread', () => {
    const story = oneTurn()
      .turn(110, 'main', 'second', { two: exec })
      .request(450, 'main', { outputs: ['two'] })
      .call(200, 300);
    const verdict = verdictOf(story);
    expect(verdict).toMatchObject(attributed('window', 'main'));
    expect(verdict).not.toHaveProperty('item');
    expect(verdict).not.toHaveProperty('window');
  });

  it('names no item when two of the window can reach the route', () => {
    const story = new Story()
      .request(10, 'main')
      .turn(100, 'main', 'resp', { a: exec, b: exec })
      .call(200, 300);
    const verdict = verdictOf(story.request(400, 'main', { outputs: ['a', 'b'] }));
    expect(verdict).toMatchObject({ ...attributed('window', 'main'), window: local('window', 1) });
    expect(verdict).not.toHaveProperty('item');
  });

  it('names the only item that was complete before the call began', () => {
    const story = new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .item(100, 'main', 'a')
      .item(150, 'main', 'b')
      .call(120, 200)
      .request(400, 'main', { outputs: ['a', 'b'] });
    expect(verdictOf(story)).toMatchObject({ ...attributed('window', 'main'), item: wire('a') });
  });

  it('gives an item without a response id to the only active response of its thread on another exchange', () => {
    const story = new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .item(100, 'main', 'item', { exchange: local('exchange', 9) })
      .call(200, 300)
      .request(400, 'main', { outputs: ['item'] });
    expect(verdictOf(story)).toMatchObject({ ...attributed('window', 'main'), response: wire('resp') });
  });
});

describe('abstaining', () => {
  const twoActive = (): Story =>
    new Story()
      .request(10, 'main')
      .request(11, 'main')
      .started(50, 'main', 'one')
      .started(51, 'main', 'two')
      .item(100, 'main', 'item')
      .request(400, 'main', { outputs: ['item'] });

  const cases: Record<AbstainReason, [string, Story][]> = {
    'no-window': [
      ['no response leads to a server', oneTurn(none).call(200, 300)],
      ['the call began before the window opened', oneTurn().call(50, 300)],
      ['a call without an end began in no window', oneTurn().call(500, null)],
    ],
    'several-windows': [['two threads contain the call', andOther(oneTurn(), 90, 410).call(200, 300)]],
    'open-window': [
      [
        'another thread’s window is still open when the wait ends',
        andOther(oneTurn(), 90, null).call(200, 300),
      ],
      ['two threads’ windows are both open', andOther(unclosed(), 90, null).call(200, 300)],
    ],
    'missing-boundary': [
      [
        'its own window does not close in time',
        unclosed()
          .call(200, 300)
          .request(600, 'main', { outputs: ['item'] }),
      ],
      ['the call has no end', oneTurn().call(200, null)],
      ['the item’s response was never seen to start', unseenStart()],
      ['the response had more items than were seen', lostItem()],
      ['observations were dropped', oneTurn().dropped(150).call(200, 300)],
    ],
    'unknown-thread': [
      [
        'the id names a thread that was never seen',
        oneTurn().call(200, 300, { meta: { threadId: wire('stranger') } }),
      ],
      [
        'the id names an item that was never seen',
        oneTurn().call(200, 300, { meta: { toolUseId: wire('stranger') } }),
      ],
      ['the thread of the item is not known', threadless()],
    ],
    'several-active-responses': [['an item could belong to two', twoActive().call(200, 300)]],
    'clock-unreliable': [
      ['the call ends before it begins', oneTurn().call(200, 150).asTold()],
      ['the clocks are further apart than the room in the window', oneTurn().call(102, 300, { clock: 5 })],
      [
        'only a wrong clock would exclude the other window',
        andOther(oneTurn(), 202, 410).call(200, 300, { clock: 5 }),
      ],
    ],
    'conflicting-evidence': [
      ['the id names another thread than the only containing window', conflict()],
      [
        'two ids name two threads',
        andOther(oneTurn(), 90, 410).call(200, 300, {
          meta: { threadId: wire('main'), itemId: wire('other-item') },
        }),
      ],
      [
        'a known item comes with an unknown thread',
        oneTurn().call(200, 300, { meta: { threadId: wire('x'), itemId: wire('item') } }),
      ],
    ],
  };

  function unseenStart(): Story {
    const story = new Story().request(10, 'main').item(100, 'main', 'item').call(200, 300);
    return andOther(story, 90, 410).request(400, 'main', { outputs: ['item'] });
  }
  function lostItem(): Story {
    const story = new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .completed(100, 'main', 'resp', 1);
    return andOther(story, 90, 410)
      .call(200, 300)
      .request(320, 'main', { outputs: ['never-seen'] });
  }
  function threadless(): Story {
    const story = new Story()
      .request(10, null)
      .started(50, null, 'resp')
      .item(100, 'x', 'item', { thread: null, response: 'resp' });
    return andOther(story, 90, 410)
      .call(200, 300)
      .request(400, null, { outputs: ['item'] });
  }
  function conflict(): Story {
    const story = andOther(oneTurn(), 300, 900).call(200, 380, {
      meta: { threadId: wire('other'), itemId: wire('other-item') },
    });
    return story;
  }

  it('has a case for each reason', () => {
    expect(Object.keys(cases).toSorted()).toEqual([...AbstainReason.options].toSorted());
  });

  describe.each(Object.entries(cases))('%s', (reason, stories) => {
    it.each(stories)('%s', (_name, story) => {
      expect(verdictOf(story)).toMatchObject({ kind: 'call.abstained', reason });
    });
  });

  it('does not let a window that opened after the call began block it', () => {
    expect(verdictOf(andOther(oneTurn(), 210, null).call(200, 300))).toMatchObject(
      attributed('window', 'main'),
    );
  });

  it('names the candidates', () => {
    const verdict = verdictOf(andOther(oneTurn(), 90, 410).call(200, 300));
    expect(verdict).toMatchObject({ candidates: [local('window', 2), local('window', 1)] });
  });

  it('takes a clock that is off by less than the room in the window', () => {
    expect(verdictOf(oneTurn().call(106, 300, { clock: 5 }))).toMatchObject(attributed('window', 'main'));
  });
});

describe('the meta tier', () => {
  const twoThreads = (): Story => andOther(oneTurn(), 90, 410);

  it('tells by item id what windows cannot', () => {
    expect(
      verdictOf(twoThreads().call(200, 300, { meta: { itemId: wire('item'), threadId: wire('main') } })),
    ).toMatchObject({
      ...attributed('meta', 'main'),
      evidence: 'measured',
      item: wire('item'),
      response: wire('resp'),
      agrees: [],
    });
  });

  it('tells by tool use id, and says that the window agrees', () => {
    expect(
      verdictOf(oneTurn(calls('lookup')).call(200, 300, { meta: { toolUseId: wire('item') } })),
    ).toMatchObject({
      ...attributed('meta', 'main'),
      agrees: ['structured', 'window'],
    });
  });

  it('tells by call id in direct mode, and ignores a nested one in code mode', () => {
    expect(verdictOf(twoThreads().call(200, 300, { meta: { callId: callIdOf('item') } }))).toMatchObject(
      attributed('meta', 'main'),
    );
    expect(verdictOf(oneTurn().call(200, 300, { meta: { callId: wire('exec-nested') } }))).toMatchObject(
      attributed('window', 'main'),
    );
  });

  it('names the thread alone when that is all the client says', () => {
    const verdict = verdictOf(twoThreads().call(200, 300, { meta: { threadId: wire('main') } }));
    expect(verdict).toMatchObject(attributed('meta', 'main'));
    expect(verdict).not.toHaveProperty('item');
  });

  it('keeps a program’s call with its item after the window has closed', () => {
    const story = oneTurn()
      .turn(450, 'main', 'second', { two: exec })
      .request(600, 'main', { outputs: ['item', 'two'] });
    expect(verdictOf(story.call(460, 550, { meta: { itemId: wire('item') } }))).toMatchObject({
      ...attributed('meta', 'main'),
      item: wire('item'),
      agrees: [],
    });
  });

  it('judges a call that never ended', () => {
    expect(verdictOf(oneTurn().call(200, null, { meta: { itemId: wire('item') } }))).toMatchObject(
      attributed('meta', 'main'),
    );
  });

  it('names no item where a client gave two items one id', () => {
    const story = oneTurn()
      .turn(450, 'main', 'second', { item: exec })
      .request(600, 'main', { outputs: ['item'] });
    const verdict = verdictOf(story.call(460, 550, { meta: { itemId: wire('item') } }));
    expect(verdict).toMatchObject(attributed('meta', 'main'));
    expect(verdict).not.toHaveProperty('item');
  });

  it('can be withheld', () => {
    const story = twoThreads().call(200, 300, { meta: { itemId: wire('item') } });
    expect(verdicts(story.events, { withholdMeta: true }).get(local('call', 1))).toMatchObject(
      abstained('several-windows'),
    );
    expect(verdicts(story.events, { withhold: ['meta'] }).get(local('call', 1))).toMatchObject(
      abstained('several-windows'),
    );
  });

  it('is told apart from a thread that we had to assume', () => {
    const story = oneTurn()
      .thread(0, 'main', undefined, 'assumed')
      .call(200, 300, { meta: { itemId: wire('item') } });
    expect(verdictOf(story)).toMatchObject({ ...attributed('meta', 'main'), evidence: 'assumed' });
  });
});

describe('the structured tier', () => {
  /** Two parallel calls of one route in two threads. */
  const parallel = (first: string, second: string): Story =>
    new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .item(100, 'main', 'a', { carrier: calls('lookup'), digest: first })
      .completed(101, 'main', 'resp')
      .request(11, 'other')
      .started(51, 'other', 'other-resp')
      .item(102, 'other', 'b', { carrier: calls('lookup'), digest: second })
      .completed(103, 'other', 'other-resp')
      .request(400, 'main', { outputs: ['a'] })
      .request(410, 'other', { outputs: ['b'] });

  it('tells parallel calls of one route apart by their arguments', () => {
    const story = parallel('x', 'y').call(200, 300, { digest: 'y' }).call(210, 310, { digest: 'x' });
    expect(verdictOf(story, 1)).toMatchObject({ ...attributed('structured', 'other'), item: wire('b') });
    expect(verdictOf(story, 2)).toMatchObject({ ...attributed('structured', 'main'), item: wire('a') });
  });

  it('abstains on equal arguments', () => {
    expect(verdictOf(parallel('x', 'x').call(200, 300, { digest: 'x' }))).toMatchObject(
      abstained('several-windows'),
    );
  });

  it('leaves equal arguments in one thread to the window, without an item', () => {
    const story = new Story()
      .request(10, 'main')
      .started(50, 'main', 'resp')
      .item(100, 'main', 'a', { carrier: calls('lookup'), digest: 'x' })
      .item(101, 'main', 'b', { carrier: calls('lookup'), digest: 'x' })
      .call(200, 300, { digest: 'x' })
      .request(400, 'main', { outputs: ['a', 'b'] });
    const verdict = verdictOf(story);
    expect(verdict).toMatchObject(attributed('window', 'main'));
    expect(verdict).not.toHaveProperty('item');
  });

  it('says nothing where a program could have made the call', () => {
    const story = andOther(oneTurn(calls('lookup')), 90, 410).call(200, 300);
    expect(verdictOf(story)).toMatchObject(abstained('several-windows'));
  });

  it('waits for the output of a single match beyond the wait for windows', () => {
    const story = unclosed(calls('lookup')).call(200, 300).call(200, 5000, { tool: 'slow' });
    story.request(6000, 'main', { outputs: ['item'] });
    expect(verdictOf(story)).toMatchObject({ ...attributed('structured', 'main'), agrees: [] });
  });

  it('gives up with the window’s reason when the output never comes', () => {
    expect(verdictOf(unclosed(calls('lookup')).call(200, 300).ended(9000))).toMatchObject(
      abstained('missing-boundary'),
    );
  });
});

describe('the lifecycle tier', () => {
  const bracketed = (story: Story, thread: string | null): Story =>
    story.reported(199, 'callStarted', thread).reported(301, 'callFinished', thread);

  it('takes the thread from the client’s own log', () => {
    const story = bracketed(andOther(oneTurn(), 90, 410), 'main').call(200, 300);
    expect(verdictOf(story)).toMatchObject({ ...attributed('lifecycle', 'main'), evidence: 'reported' });
  });

  it('says nothing when two threads’ brackets fit', () => {
    const story = bracketed(bracketed(andOther(oneTurn(), 90, 410), 'main'), 'other').call(200, 300);
    expect(verdictOf(story)).toMatchObject(abstained('several-windows'));
  });

  it('says nothing when more calls began inside than there are brackets: the log leaves some out', () => {
    const story = andOther(oneTurn(), 90, 410)
      .reported(199, 'callStarted', 'main')
      .call(200, 390)
      .call(250, 300)
      .reported(391, 'callFinished', 'main');
    const found = verdicts(story.events);
    for (const number of [1, 2])
      expect(found.get(local('call', number))).toMatchObject(abstained('several-windows'));
  });

  it('takes two calls at once when the log brackets both', () => {
    const story = andOther(oneTurn(), 90, 410)
      .reported(199, 'callStarted', 'main', 'lookup', wire('a'))
      .reported(201, 'callStarted', 'main', 'lookup', wire('b'))
      .call(200, 390)
      .call(250, 300)
      .reported(301, 'callFinished', 'main', 'lookup', wire('b'))
      .reported(391, 'callFinished', 'main', 'lookup', wire('a'));
    const found = verdicts(story.events);
    for (const number of [1, 2])
      expect(found.get(local('call', number))).toMatchObject(attributed('lifecycle', 'main'));
  });

  it('says nothing when the log names no thread', () => {
    expect(verdictOf(bracketed(oneTurn(), null).call(200, 300))).toMatchObject(attributed('window', 'main'));
  });

  it('contradicts an id that names another thread', () => {
    const story = bracketed(andOther(oneTurn(), 90, 410), 'other').call(200, 300, {
      meta: { itemId: wire('item') },
    });
    expect(verdictOf(story)).toMatchObject(abstained('conflicting-evidence'));
  });
});

describe('calls outside the ladder', () => {
  it('leaves calls of the user alone', () => {
    expect(verdictOf(oneTurn().call(200, 300, { origin: 'user' }))).toBeUndefined();
  });

  it('judges a call once, also when its wait expires twice', () => {
    const story = unclosed().call(200, 300);
    const expired = correlate(story.events).filter(({ draft }) => draft.kind === 'window.expired');
    expect(expired).toHaveLength(1);
    for (const { draft, t } of expired) story.tell(t, draft).tell(t + 1, draft);
    expect(verdictOf(story)).toMatchObject(abstained('missing-boundary'));
  });

  it('takes a recorded expiry for the wait that it was recorded with', () => {
    const story = unclosed().call(200, 300);
    const [expired] = correlate(story.events, { waitMs: 50 }).filter(
      ({ draft }) => draft.kind === 'window.expired',
    );
    if (expired !== undefined) story.tell(350, expired.draft);
    const { events } = story.request(360, 'main', { outputs: ['item'] });
    expect(verdicts(events, { waitMs: 50 }).get(local('call', 1))).toMatchObject(
      abstained('missing-boundary'),
    );
    expect(verdicts(events, { waitMs: 250 }).get(local('call', 1))).toMatchObject(
      attributed('window', 'main'),
    );
  });
});
