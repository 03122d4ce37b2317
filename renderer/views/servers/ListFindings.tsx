import type { ItemsReply } from '../../../shared/contract.ts';
import { FindingList } from './FindingList.tsx';

/** What is odd about lists as such; what is odd about one entry stands on the page of that entry. */
export function ListFindings({ lists }: { readonly lists: readonly (ItemsReply | undefined)[] }) {
  const ofLists = lists.flatMap((list) => {
    const kept = new Set(list?.items.map(({ index }) => index));
    // An entry that is none has no page, so it is told here.
    return list?.findings.filter(({ index }) => index === undefined || !kept.has(index)) ?? [];
  });
  return <FindingList label="Findings of the list" findings={ofLists} />;
}
