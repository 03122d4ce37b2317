import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RuntimeClient } from '../../shared/contract.ts';
import type { Event } from '../../shared/event.ts';
import type { Fault } from '../../shared/fault.ts';
import { applyModels, initModels, type Models } from './models.ts';
import { createPages, type Pages } from './pages.ts';
import { createRate, type Rate } from './rate.ts';
import { createReceiver, type Schedule } from './receive.ts';

/** The capture that the window shows: its models are mutable, the version tells when to read them again. */
export interface OpenCapture {
  readonly id: string;
  readonly models: Models;
  readonly events: Pages<Event>;
  readonly rate: Rate;
  readonly store: StoreApi<CaptureVersion>;
  readonly close: () => void;
}

export interface CaptureVersion {
  readonly version: number;
  readonly fault: Fault | undefined;
}

export function openCapture(client: RuntimeClient, id: string, schedule: Schedule): OpenCapture {
  const models = initModels();
  const rate = createRate();
  const store = createStore<CaptureVersion>(() => ({ version: 0, fault: undefined }));
  const bump = (): void => store.setState(({ version }) => ({ version: version + 1 }));
  const events = createPages<Event>({
    read: async (from, limit) => {
      const reply = await client.request('events.read', { capture: id, from, limit });
      return reply.ok ? reply.value.events : undefined;
    },
    onLoad: bump,
  });
  const receiver = createReceiver<Event>({
    fold: (event) => {
      events.append(event);
      applyModels(models, event);
    },
    onFolded: bump,
    schedule,
  });
  const subscription = client.subscribe(
    'events',
    { capture: id, from: 0 },
    (frame) => {
      rate.add(frame.length, performance.now());
      return receiver.push(frame);
    },
    (fault) => store.setState({ fault }),
  );
  return {
    id,
    models,
    events,
    rate,
    store,
    close: () => {
      subscription.close();
      receiver.close();
    },
  };
}
