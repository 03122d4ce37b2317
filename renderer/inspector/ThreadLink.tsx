import { useThreadLabels } from '../stores/threadLabels.ts';
import { SelectLink } from './SelectLink.tsx';

/** Leads to a thread, under the name it has on the timeline. */
export function ThreadLink({ thread }: { readonly thread: string }) {
  const labelOf = useThreadLabels();
  return <SelectLink to={{ kind: 'thread', id: thread }}>{labelOf(thread)}</SelectLink>;
}
