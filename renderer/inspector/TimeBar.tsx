import type { CallTimes } from '../../shared/model/index.ts';
import { formatMs } from '../frame/format.ts';
import styles from './Inspector.module.css';

const colours: Record<keyof CallTimes, string> = {
  model: 'var(--exposure)',
  client: 'var(--discovery)',
  approval: 'var(--approval)',
  server: 'var(--execution)',
  transport: 'var(--faint)',
  delivery: 'var(--line)',
};

/** The parts of a call's time as a bar; the list below it says the same in words. */
export function TimeBar({ times }: { readonly times: CallTimes }) {
  const parts = partsOf(times);
  const label = parts.map(({ name, ms }) => `${name} ${formatMs(ms)}`).join(', ');
  if (parts.length === 0) return null;
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {parts.map(({ name, ms }) => (
        <span
          key={name}
          style={{ flexGrow: ms, minWidth: 2, background: colours[name] }}
          data-tip={`${name} ${formatMs(ms)}`}
        />
      ))}
    </div>
  );
}

function partsOf(times: CallTimes): { readonly name: keyof CallTimes; readonly ms: number }[] {
  const names = ['model', 'client', 'approval', 'server', 'transport', 'delivery'] as const;
  return names.flatMap((name) => {
    const ms = times[name];
    return ms === null || ms <= 0 ? [] : [{ name, ms }];
  });
}
