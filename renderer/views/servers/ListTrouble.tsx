import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';

interface ListTroubleProps {
  /** What is listed, in the plural. */
  readonly what: string;
  readonly fault?: Fault | undefined;
  /** The page is counted from 0. */
  readonly failed?: { readonly page: number; readonly fault: Fault } | undefined;
  readonly busy: boolean;
  readonly onAgain: () => void;
}

/** A list, or a later page of it, that could not be had: what happened, and a way to try again. */
export function ListTrouble({ what, fault, failed, busy, onAgain }: ListTroubleProps) {
  const trouble =
    fault ??
    (failed && { ...failed.fault, message: `Page ${failed.page + 1} of the ${what} could not be had.` });
  if (!trouble) return null;
  const cause = failed && !fault ? (failed.fault.cause ?? failed.fault.message) : trouble.cause;
  return (
    <ErrorBanner fault={{ ...trouble, cause }}>
      <Button disabled={busy} onClick={onAgain}>
        Retry
      </Button>
    </ErrorBanner>
  );
}
