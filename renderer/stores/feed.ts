import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RuntimeClient, StreamArgs, StreamName, StreamPayload } from '../../shared/contract.ts';
import type { Fault } from '../../shared/fault.ts';

/** The latest state of a stream; undefined until the first payload came. */
export interface Feed<Value> {
  readonly value: Value | undefined;
  readonly fault: Fault | undefined;
}

/** Watches a stream whose payloads are whole states. */
export function createFeed<Name extends Exclude<StreamName, 'events' | 'notices'>>(
  client: RuntimeClient,
  name: Name,
  args: StreamArgs<Name>,
): StoreApi<Feed<StreamPayload<Name>>> {
  const store = createStore<Feed<StreamPayload<Name>>>(() => ({ value: undefined, fault: undefined }));
  client.subscribe(
    name,
    args,
    (value) => store.setState({ value, fault: undefined }),
    (fault) => store.setState({ fault }),
  );
  return store;
}
