/** Calls `run` once, soon: with the next frame, or after half a second where frames stand still (a hidden window). */
export type Schedule = (run: () => void) => void;

const FALLBACK_MS = 500;
/** Folding stops for this frame after so many milliseconds, so that a click is never kept waiting. */
const BUDGET_MS = 24;
/** More items than this in one round are a flood: nobody reads so fast, and drawing would cost more than folding. */
const FLOOD_ITEMS = 100;
/** During a flood the window shows the new state this often, ms. */
const FLOOD_SHOW_MS = 400;
/** The clock is read once in so many items. */
const STRIDE = 64;

/** What a person does in a page. */
const INPUTS = ['pointerdown', 'pointerup', 'click', 'keydown', 'wheel', 'input'];

/** Of a page: what its schedule needs. */
export type Paced = Pick<Window, 'addEventListener'> & { requestAnimationFrame(run: () => void): unknown };

/** The schedule of a page. The picture that answers an input comes first: what waits is folded with the frame after it. */
export function frameSchedule(page: Paced): Schedule {
  let answering = false;
  for (const input of INPUTS)
    page.addEventListener(input, () => void (answering = true), { capture: true, passive: true });
  return (run) => {
    let done = false;
    const once = (): void => {
      if (done) return;
      if (answering) {
        answering = false;
        page.requestAnimationFrame(once);
        return;
      }
      done = true;
      clearTimeout(timer);
      run();
    };
    const timer = setTimeout(once, FALLBACK_MS);
    page.requestAnimationFrame(once);
  };
}

export interface Receiver<Item> {
  /** Queues a frame of a stream; settles when it has been folded, which is when the next frame may come. */
  push(items: readonly Item[]): Promise<void>;
  /** Drops what is queued; later frames are dropped too. */
  close(): void;
}

interface Waiting<Item> {
  readonly items: readonly Item[];
  at: number;
  readonly settle: () => void;
}

/** Folds queued items in order, at most once a frame and within a budget. `onFolded` follows each round, in a flood only now and then. */
export function createReceiver<Item>(options: {
  readonly fold: (item: Item) => void;
  readonly onFolded: () => void;
  readonly schedule: Schedule;
  readonly now?: () => number;
}): Receiver<Item> {
  const { fold, onFolded, schedule, now = () => performance.now() } = options;
  let queue: Waiting<Item>[] = [];
  let scheduled = false;
  let closed = false;
  let unseen = false;
  let shownAt = Number.NEGATIVE_INFINITY;

  const later = (): void => {
    if (scheduled) return;
    scheduled = true;
    schedule(round);
  };

  const round = (): void => {
    scheduled = false;
    if (closed) return;
    const from = now();
    const until = from + BUDGET_MS;
    let folded = 0;
    let head = queue[0];
    while (head) {
      folded += foldSome(head, until);
      if (head.at < head.items.length) break;
      queue.shift();
      head.settle();
      head = queue[0];
    }
    unseen ||= folded > 0;
    if (unseen && (folded < FLOOD_ITEMS || from - shownAt >= FLOOD_SHOW_MS)) {
      unseen = false;
      shownAt = from;
      onFolded();
    }
    if (unseen || queue.length > 0) later();
  };

  const foldSome = (waiting: Waiting<Item>, until: number): number => {
    const { items, at } = waiting;
    while (waiting.at < items.length && now() < until) {
      const end = Math.min(items.length, waiting.at + STRIDE);
      for (const item of items.slice(waiting.at, end)) fold(item);
      waiting.at = end;
    }
    return waiting.at - at;
  };

  return {
    push: (items) => {
      if (closed || items.length === 0) return Promise.resolve();
      return new Promise((settle) => {
        queue.push({ items, at: 0, settle });
        later();
      });
    },
    close: () => {
      closed = true;
      for (const { settle } of queue) settle();
      queue = [];
    },
  };
}
