import { lazy, memo, Suspense, useMemo } from 'react';
import { CrashGuard } from '../components/CrashGuard.tsx';
import { ShownPart, usePlace } from '../stores/hooks.ts';
import type { ViewName } from '../stores/place.ts';
import { ApprovalsView } from '../views/approvals/ApprovalsView.tsx';
import { CapturesView } from '../views/captures/CapturesView.tsx';
import { ClientsView } from '../views/clients/ClientsView.tsx';
import { PipelineView } from '../views/pipeline/PipelineView.tsx';
import { ServersView } from '../views/servers/ServersView.tsx';
import { SettingsView } from '../views/settings/SettingsView.tsx';
import { TimelineTab } from '../views/timeline/TimelineTab.tsx';
import { useAfterPaint } from './useAfterPaint.ts';

const ChartsView = lazy(() => import('../views/charts/ChartsView.tsx'));

/**
 * The view that the place names. Another one is drawn after the navigation has shown where it goes: while events pour in,
 * a view takes its time. One that fails does not take the window with it.
 */
export function View() {
  const view = usePlace((place) => place.view);
  const part = usePlace((place) => place.part);
  const place = useMemo(() => ({ view, part }), [view, part]);
  const late = useAfterPaint(place);
  const shown = late.view === view ? place : late;
  return (
    <ShownPart value={shown.part}>
      <CrashGuard key={shown.view}>
        <Named view={shown.view} />
      </CrashGuard>
    </ShownPart>
  );
}

const Named = memo(({ view }: { readonly view: ViewName }) => {
  switch (view) {
    case 'servers':
      return <ServersView />;
    case 'pipeline':
      return <PipelineView />;
    case 'timeline':
      return <TimelineTab />;
    case 'approvals':
      return <ApprovalsView />;
    case 'clients':
      return <ClientsView />;
    case 'captures':
      return <CapturesView />;
    case 'charts':
      return (
        <Suspense fallback={null}>
          <ChartsView />
        </Suspense>
      );
    case 'settings':
      return <SettingsView />;
  }
});
