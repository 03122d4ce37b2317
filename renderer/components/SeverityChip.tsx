import { Chip } from './Chip.tsx';

export type Severity = 'error' | 'warning' | 'info';

/** How bad something is, in the colours of findings. */
export const SeverityChip = ({ severity }: { readonly severity: Severity }) => (
  <Chip tone={severity === 'error' ? 'fault' : severity === 'warning' ? 'approval' : 'plain'}>
    {severity}
  </Chip>
);
