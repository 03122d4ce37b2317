import { describe, expect, it } from 'vitest';
import type { RuntimeClient } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/fault.ts';
import { createClientWorks } from './clientWork.ts';

/** A runtime whose answers come when the test gives them. */
function answering() {
  const waiting: { name: string; answer: (reply: Result<never>) => void; signal: AbortSignal | undefined }[] =
    [];
  const client: RuntimeClient = {
    request: (name, _args, options) =>
      new Promise((resolve) => {
        waiting.push({ name, answer: resolve, signal: options?.signal });
      }),
    subscribe: () => ({ close: () => undefined }),
  };
  return { client, waiting };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('work on clients', () => {
  it('keeps what went wrong until it is tried again', async () => {
    const { client, waiting } = answering();
    const works = createClientWorks(client);
    works.install('codex', '0.154.0');
    expect(works.store.getState().installing).toEqual(new Set(['codex@0.154.0']));
    waiting[0]?.answer(fail('npm-not-found', 'npm is needed.'));
    await settled();
    expect(works.store.getState().installing.size).toBe(0);
    expect(works.store.getState().faults.get('codex@0.154.0')?.code).toBe('npm-not-found');
    works.install('codex', '0.154.0');
    expect(works.store.getState().faults.size).toBe(0);
  });

  it('calls a cancelled installation no fault', async () => {
    const { client, waiting } = answering();
    const works = createClientWorks(client);
    works.install('codex', '0.154.0');
    works.stop('codex@0.154.0');
    expect(waiting[0]?.signal?.aborted).toBe(true);
    waiting[0]?.answer(fail('cancelled', 'It was cancelled.'));
    await settled();
    expect(works.store.getState().faults.size).toBe(0);
    expect(works.store.getState().installing.size).toBe(0);
  });

  it('lets the later of two probes of aliases have the word', async () => {
    const { client, waiting } = answering();
    const works = createClientWorks(client);
    works.probeAliases({ id: 'claude', version: '2.1.332' });
    works.probeAliases({ id: 'claude', version: '2.1.332' });
    waiting[0]?.answer(fail('cancelled', 'It was cancelled.'));
    await settled();
    expect(works.store.getState().aliases.get('claude@2.1.332')).toEqual({ state: 'running' });
    waiting[1]?.answer(fail('client-hangs', 'It hangs.'));
    await settled();
    expect(works.store.getState().aliases.get('claude@2.1.332')?.state).toBe('failed');
  });
});
