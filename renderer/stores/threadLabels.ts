import { shortId } from '../frame/format.ts';
import { useModels } from './hooks.ts';

/** What people call a thread: "Parent", "Child 2", as its lane on the timeline. */
export function useThreadLabels(): (thread: string) => string {
  const { timeline } = useModels((models) => models.timeline.lanes.length);
  const lanes = new Map<string, string>();
  for (const [thread, { lane }] of timeline.threads) {
    const at = timeline.laneAt.get(lane);
    const label = at === undefined ? undefined : timeline.lanes[at]?.label;
    if (label !== undefined) lanes.set(thread, label);
  }
  return (thread) => lanes.get(thread) ?? shortId(thread);
}
