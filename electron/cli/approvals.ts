import { createInterface } from 'node:readline/promises';
import type { PendingApproval, RuntimeClient, Subscription } from '../../shared/contract.ts';
import { note, type Io } from './io.ts';
import { plain, plainLine } from './plain.ts';

/** Puts the waiting approvals of one capture to the terminal, one after the other, until it is closed. */
export function answerApprovals(io: Io, client: RuntimeClient, capture: string): Subscription {
  const asked = new Set<string>();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  let tail: Promise<void> = Promise.resolve();

  const ask = async (pending: PendingApproval): Promise<void> => {
    const { approval, offers } = pending;
    const detail = await client.request('approval.get', { capture, approval });
    if (!detail.ok) return;
    note(
      io,
      plainLine(`${pending.client} asks to run ${pending.tool} of ${pending.server}: ${pending.reason}`),
    );
    note(io, plain(detail.value.argumentsJson));
    const answer = await terminal
      .question(`${offers.map((offer, index) => `${index + 1} ${offer}`).join('  ')}  ? `, {
        signal: io.signal,
      })
      .catch(() => '');
    const choice = Number(answer.trim());
    // Anything that is no offer is a no.
    const decision = offers[choice - 1] ?? (offers.includes('decline') ? 'decline' : 'cancel');
    await client.request('approval.decide', { capture, approval, decision });
  };

  const subscription = client.subscribe('approvals', {}, (rows) => {
    for (const row of rows) {
      if (row.capture !== capture || row.gone || asked.has(row.approval)) continue;
      asked.add(row.approval);
      tail = tail.then(() => ask(row));
    }
  });
  return {
    close: () => {
      subscription.close();
      terminal.close();
    },
  };
}
