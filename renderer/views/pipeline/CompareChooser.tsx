import { ChevronDown } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Menu, type MenuItem } from '../../components/Menu.tsx';
import { sameHost } from '../../../shared/model/pipeline.ts';
import { comparison, useOnlyDifferences, useSecondHost } from '../../stores/comparison.ts';
import { hostChoices, hostLabel, useHost } from '../../stores/hosts.ts';
import styles from './PipelineView.module.css';

/** Puts a second host beside the chosen one, and takes it away again. `filters`: may the view leave rows out? */
export function CompareChooser({ filters }: { readonly filters: boolean }) {
  const { host } = useHost();
  const second = useSecondHost();
  const only = useOnlyDifferences();
  const items: MenuItem[] = [
    ...(second === null
      ? []
      : [
          {
            label: 'No comparison',
            onSelect: () => comparison.setState({ host: null, onlyDifferences: false }),
          },
        ]),
    ...hostChoices()
      .filter((choice) => host === null || !sameHost(choice.host, host))
      .map((choice) => ({
        label: choice.label,
        checked: second !== null && sameHost(choice.host, second),
        onSelect: () => comparison.setState({ host: choice.host }),
      })),
  ];
  return (
    <>
      {filters && second !== null && (
        <Button
          look="quiet"
          aria-pressed={only}
          className={styles.only}
          onClick={() => comparison.setState({ onlyDifferences: !only })}
        >
          Only differences
        </Button>
      )}
      <Menu
        label="Second host"
        align="end"
        items={items}
        trigger={
          <Button
            aria-label={second === null ? 'Compare with another host' : `Compared with ${hostLabel(second)}`}
          >
            {second === null ? 'Compare' : `≠ ${hostLabel(second)}`}
            <ChevronDown size={13} aria-hidden />
          </Button>
        }
      />
    </>
  );
}
