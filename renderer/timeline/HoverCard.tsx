import { useLayoutEffect, useRef } from 'react';
import { Chip } from '../components/Chip.tsx';
import { bareName, milliseconds, plainLabel } from './format.ts';
import styles from './HoverCard.module.css';
import type { Hover } from './model.ts';
import { styleWord } from './styles.ts';
import type { TimelineSlice } from './types.ts';
import { durationOf, kindWord, toneOf } from './words.ts';

const GUTTER = 151;
const AWAY = 14;

/** What is under the pointer, beside it. The table and the live region say the same, so readers need not see it. */
export function HoverCard({ slice, hover }: { readonly slice: TimelineSlice; readonly hover: Hover }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    const around = element?.offsetParent;
    if (!element || !(around instanceof HTMLElement)) return;
    const x = GUTTER + hover.x;
    const isFar = x + AWAY + element.offsetWidth > around.clientWidth;
    const left = isFar ? x - AWAY - element.offsetWidth : x + AWAY;
    const top = Math.min(hover.y + AWAY, around.clientHeight - element.offsetHeight - 4);
    element.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }, [hover]);

  const tone = toneOf(slice.style);
  const facts = [
    ['thread', slice.thread],
    ['server', slice.server],
    ['start', `${milliseconds(slice.start)} ms`],
    [
      'end',
      slice.end === Infinity ? 'open' : slice.ref.kind === 'item' ? null : `${milliseconds(slice.end)} ms`,
    ],
    ['duration', slice.end === Infinity ? null : durationOf(slice)],
    ['attribution', slice.attribution],
    ['reason', slice.reason],
    ['note', slice.note],
  ] as const;
  return (
    <div ref={card} className={styles.card} aria-hidden data-testid="timeline-hover">
      <div className={styles.head}>
        <code>{bareName(plainLabel(slice.label))}</code>
        {tone === null ? (
          <span>{styleWord(slice.style)}</span>
        ) : (
          <Chip tone={tone}>{styleWord(slice.style)}</Chip>
        )}
      </div>
      <dl>
        <dt>kind</dt>
        <dd>{kindWord(slice.ref.kind)}</dd>
        {facts.map(([term, value]) =>
          value === null || value === '' ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{plainLabel(value)}</dd>
            </div>
          ),
        )}
      </dl>
      {hover.count > 1 && <p>One of {hover.count} in parallel. Click again for the next.</p>}
    </div>
  );
}
