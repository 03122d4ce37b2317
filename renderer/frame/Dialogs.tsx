import { useServers, useApp, useUi } from '../stores/hooks.ts';
import type { RaisedDialog } from '../stores/ui.ts';
import { ApprovalDialog } from '../views/approvals/ApprovalDialog.tsx';
import { ExportSheet } from '../views/captures/ExportSheet.tsx';
import { ProbeClientDialog } from '../views/clients/ProbeClientDialog.tsx';
import { InteractionDialog } from '../views/interactions/InteractionDialog.tsx';
import { ProbeDialog } from '../views/probe/ProbeDialog.tsx';
import { AddServerDialog } from '../views/servers/AddServerDialog.tsx';
import { ConsentDialog } from '../views/servers/ConsentDialog.tsx';
import { EditServerDialog } from '../views/servers/EditServerDialog.tsx';
import { SignInDialog } from '../views/servers/SignInDialog.tsx';
import { Announcements } from './Announcements.tsx';

/** Everything that can lie over the window. What a server asks lies over it, a waiting approval over all else. */
export function Dialogs() {
  const { ui } = useApp();
  const exporting = useUi((state) => state.exporting);
  const dialog = useUi((state) => state.dialog);
  return (
    <>
      {dialog && <Raised dialog={dialog} onClose={() => ui.setState({ dialog: undefined })} />}
      {exporting !== undefined && (
        <ExportSheet capture={exporting} onClose={() => ui.setState({ exporting: undefined })} />
      )}
      <SignInDialog />
      <InteractionDialog />
      <ApprovalDialog />
      <Announcements />
    </>
  );
}

function Raised({ dialog, onClose }: { readonly dialog: RaisedDialog; readonly onClose: () => void }) {
  const servers = useServers() ?? [];
  switch (dialog.kind) {
    case 'probe':
      return <ProbeDialog onClose={onClose} />;
    case 'probeClient':
      return <ProbeClientDialog client={dialog.client} version={dialog.version} onClose={onClose} />;
    case 'addServer':
      return <AddServerDialog onClose={onClose} />;
    case 'editServer': {
      const server = servers.find(({ name }) => name === dialog.name);
      return server ? <EditServerDialog server={server} onClose={onClose} /> : null;
    }
    case 'consent': {
      const server = servers.find(({ name }) => name === dialog.name);
      return server ? <ConsentDialog server={server} onClose={onClose} /> : null;
    }
  }
}
