import { Component, type ReactNode } from 'react';
import { fault } from '../../shared/fault.ts';
import { Button } from './Button.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';

interface CrashGuardProps {
  readonly children: ReactNode;
}

interface CrashGuardState {
  readonly error: unknown;
  readonly crashed: boolean;
}

/** Keeps a part that fails to draw from taking the rest of the window with it. */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { error: undefined, crashed: false };

  static getDerivedStateFromError(error: unknown): CrashGuardState {
    return { error, crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const { error } = this.state;
    const problem = fault('view-failed', 'This part of the window failed to draw.', {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Try again, or reload the window.',
    });
    return (
      <ErrorBanner fault={problem}>
        <Button onClick={() => this.setState({ error: undefined, crashed: false })}>Try again</Button>
      </ErrorBanner>
    );
  }
}
