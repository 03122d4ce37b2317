import { useNow } from '../../stores/clock.ts';
import { useApp, useModels, useOpenCapture, useOpenSummary, usePlace } from '../../stores/hooks.ts';
import type { Selection } from '../../stores/place.ts';
import { TimelineModel } from '../../timeline/model.ts';
import { TimelineView } from '../../timeline/TimelineView.tsx';
import type { TimelineSelection } from '../../timeline/types.ts';

/** View, marks and measure of each capture, kept while the window shows something else. */
const models = new WeakMap<object, TimelineModel>();

/** The timeline of the open capture, joined to the window's one selection. */
export function TimelineTab() {
  const { navigation, ui } = useApp();
  const capture = useOpenCapture();
  const summary = useOpenSummary();
  const { timeline } = useModels(({ timeline: state }) => state.revision);
  const selection = usePlace((place) => place.selection);
  const live = summary?.live ?? false;
  const now = useNow(live ? 500 : undefined);
  const started = summary ? now - Date.parse(summary.startedAt) : 0;
  return (
    <TimelineView
      key={capture?.id ?? 'none'}
      state={timeline}
      selection={timelineSelection(selection)}
      onSelect={(chosen) => {
        if (chosen) ui.setState({ inspector: true });
        navigation.select(chosen ?? undefined);
      }}
      onStartProbe={() => ui.setState({ dialog: { kind: 'probe' } })}
      live={live}
      nowMs={live ? Math.max(timeline.latest, started) : timeline.latest}
      model={modelOf(capture ?? unopened)}
    />
  );
}

const unopened = {};

function modelOf(owner: object): TimelineModel {
  const model = models.get(owner) ?? new TimelineModel();
  models.set(owner, model);
  return model;
}

function timelineSelection(selection: Selection | undefined): TimelineSelection | null {
  switch (selection?.kind) {
    case 'call':
    case 'window':
    case 'response':
    case 'item':
    case 'thread':
      return { kind: selection.kind, id: selection.id };
    case 'tool':
    case 'event':
    case 'server':
    case undefined:
      return null;
  }
}
