import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { readAddress } from '../interactions/address.ts';
import { WholeAddress } from '../interactions/WholeAddress.tsx';
import { refused, type ViewReply } from './bridge.ts';

/** An address that a view wants opened. */
export interface AskedLink {
  readonly url: string;
  readonly settle: (answer: ViewReply) => void;
}

interface LinkDialogProps {
  readonly server: string;
  readonly url: string;
  readonly onAnswer: (answer: ViewReply) => void;
}

/** The whole address is shown; it is opened on a click only, and nobody fetches it before. */
export function LinkDialog({ server, url, onAnswer }: LinkDialogProps) {
  const { openable } = readAddress(url);
  const decline = (): void => onAnswer(refused(-32000, 'The user did not open the address.'));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && decline()}
      title={`The view of ${server} wants to open an address`}
      description="It is the server's wish, not a link of this program. What stands in the address reaches whoever it leads to."
      actions={
        <>
          <Button look="quiet" onClick={decline}>
            Do not open
          </Button>
          <Button
            disabled={!openable}
            onClick={() => {
              window.open(url, '_blank', 'noopener,noreferrer');
              onAnswer({ result: {} });
            }}
          >
            Open in the browser
          </Button>
        </>
      }
    >
      <WholeAddress url={url} />
    </Dialog>
  );
}
