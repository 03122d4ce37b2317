import type { Event } from '../../shared/event.ts';
import { FRAME_EVENTS } from '../../shared/rpc.ts';
import type { EventLog } from './event-log.ts';
import type { Feed } from './handlers.ts';
import { prepareJson } from './prepared-json.ts';
import type { Watchable } from './state-stream.ts';

/** A whole state whenever it changed; a slow window skips the states in between. */
export function stateFeed<T>(state: Watchable<T>): Feed<T> {
  let fresh = true;
  return {
    next: () => {
      if (!fresh) return undefined;
      fresh = false;
      return state.get();
    },
    onReady: (listener) =>
      state.onChange(() => {
        fresh = true;
        listener();
      }),
  };
}

/** A cursor over a log. It reads what the subscriber can take, from memory or from the file; nothing is dropped. */
export function eventFeed(
  log: EventLog,
  from: number,
  onAppend: (listener: () => void) => () => void,
): Feed<Event[]> {
  let cursor = from;
  return {
    next: () => {
      if (cursor >= log.length) return undefined;
      const start = cursor;
      const events = log.read(cursor, FRAME_EVENTS);
      cursor += events.length;
      const frame = [...events];
      const texts = log.texts(start, frame.length);
      if (texts !== undefined) prepareJson(frame, () => `[${texts.join(',')}]`);
      return frame;
    },
    onReady: onAppend,
  };
}

/** Each notice once, from the moment of subscription. */
export function noticeFeed<T>(onNotice: (listener: (notice: T) => void) => () => void): Feed<T[]> {
  const waiting: T[] = [];
  return {
    next: () => (waiting.length === 0 ? undefined : waiting.splice(0)),
    onReady: (listener) =>
      onNotice((notice) => {
        waiting.push(notice);
        listener();
      }),
  };
}
