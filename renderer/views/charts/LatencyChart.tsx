import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, plural } from '../../frame/format.ts';
import { binLabel, type Bin } from './bins.ts';
import styles from './ChartsView.module.css';

/** How many calls took how long; each bar is twice as wide in time as the one before. */
export function LatencyChart({ bins }: { readonly bins: readonly Bin[] }) {
  const data = bins.map((bin) => ({ label: binLabel(bin), count: bin.count }));
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return (
    <div
      className={styles.chart}
      role="img"
      aria-label={`Histogram of ${plural(total, 'call')}; the table shows the same figures.`}
    >
      <ResponsiveContainer width="100%" height={260}>
        <BarChart data={data} margin={{ top: 8, right: 8, bottom: 4, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line-soft)" />
          <XAxis
            dataKey="label"
            stroke="var(--faint)"
            tick={{ fill: 'var(--muted)', fontSize: 11 }}
            tickLine={false}
            interval="preserveStartEnd"
          />
          <YAxis
            allowDecimals={false}
            stroke="var(--faint)"
            tick={{ fill: 'var(--muted)', fontSize: 11 }}
            tickLine={false}
            width={40}
          />
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 6 }}
            labelStyle={{ color: 'var(--muted)' }}
            itemStyle={{ color: 'var(--text)' }}
            formatter={(value) => [formatCount(Number(value)), 'calls']}
          />
          <Bar dataKey="count" fill="var(--execution)" isAnimationActive={false} radius={[2, 2, 0, 0]} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
