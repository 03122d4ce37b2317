import { lazy, Suspense } from 'react';
import { CrashGuard } from '../components/CrashGuard.tsx';
import { usePlace } from '../stores/hooks.ts';
import type { ViewName } from '../stores/place.ts';
import { ApprovalsView } from '../views/approvals/ApprovalsView.tsx';
import { CapturesView } from '../views/captures/CapturesView.tsx';
import { ClientsView } from '../views/clients/ClientsView.tsx';
import { PipelineView } from '../views/pipeline/PipelineView.tsx';
import { ServersView } from '../views/servers/ServersView.tsx';
import { SettingsView } from '../views/settings/SettingsView.tsx';
import { TimelineTab } from '../views/timeline/TimelineTab.tsx';

const ChartsView = lazy(() => import('../views/charts/ChartsView.tsx'));

/** The view that the place names. One that fails does not take the window with it. */
export function View() {
  const view = usePlace((place) => place.view);
  return (
    <CrashGuard key={view}>
      <Named view={view} />
    </CrashGuard>
  );
}

function Named({ view }: { readonly view: ViewName }) {
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
}
