import { memo } from 'react';
import { clsx } from 'clsx';
import styles from './LaneNames.module.css';
import { AXIS } from './layout.ts';
import type { LaneBox, Layout } from './layout.ts';
import type { SceneLane } from './scene.ts';
import type { TimelineSelection } from './types.ts';

interface LaneNamesProps {
  readonly layout: Layout;
  readonly order: readonly SceneLane[];
  readonly selection: TimelineSelection | null;
  readonly onSelect: (selection: TimelineSelection | null) => void;
}

const INDENT = 10;
const DEEPEST = 4;
/** A text of 12 px stands in the middle of a row of 26 px with this much above it. */
const HEADING_TOP = 4;

/** The gutter: the name of each lane, and below it the server of each group of rows. */
export const LaneNames = memo(function LaneNames({ layout, order, selection, onSelect }: LaneNamesProps) {
  const places = new Map(order.map((place) => [place.lane, place]));
  return layout.lanes.map((box) => {
    const place = places.get(box.lane);
    return (
      place && <LaneName key={box.lane} box={box} place={place} selection={selection} onSelect={onSelect} />
    );
  });
});

interface LaneNameProps extends Pick<LaneNamesProps, 'selection' | 'onSelect'> {
  readonly box: LaneBox;
  readonly place: SceneLane;
}

function LaneName({ box, place, selection, onSelect }: LaneNameProps) {
  const indent = INDENT * Math.min(place.depth, DEEPEST);
  const isThread = box.kind === 'thread';
  // A lane that is no thread has no row of its own: the first server is its second line.
  const [first, ...others] = box.headings;
  const below = isThread ? box.headings : others;
  const note = place.note ?? (isThread ? null : (first?.text ?? null));
  const id = isThread ? threadOf(place.id) : null;
  const isOn = id !== null && selection?.kind === 'thread' && selection.id === id;
  const name = (
    <>
      <b>{place.depth > 0 ? `↳ ${place.label}` : place.label}</b>
      {note !== null && <small>{note}</small>}
    </>
  );
  const style = { top: AXIS + box.y + 10, left: 12 + indent };
  return (
    <>
      {id === null ? (
        <div
          className={clsx(styles.name, styles[box.kind])}
          style={style}
          data-tip={note === null ? place.label : `${place.label}, ${note}`}
        >
          {name}
        </div>
      ) : (
        <button
          type="button"
          className={clsx(styles.name, styles.thread, isOn && styles.on)}
          style={style}
          data-tip={note === null ? place.label : `${place.label}, ${note}`}
          aria-pressed={isOn}
          onClick={() => onSelect(isOn ? null : { kind: 'thread', id })}
        >
          {name}
        </button>
      )}
      {below.map((heading) => (
        <div
          key={heading.y}
          className={styles.heading}
          style={{ top: AXIS + heading.y + HEADING_TOP, left: 12 + indent + (isThread ? 12 : 0) }}
          data-tip={heading.text}
        >
          {heading.text}
        </div>
      ))}
    </>
  );
}

/** The thread of a lane: lanes of threads are named after them. */
function threadOf(laneId: string): string {
  return laneId.replace(/^thread\//, '');
}
