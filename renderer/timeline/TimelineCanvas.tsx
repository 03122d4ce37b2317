import { useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { KeyboardEvent } from 'react';
import { listen } from './gestures.ts';
import { HoverCard } from './HoverCard.tsx';
import { pressLetter, pressOnCanvas } from './keys.ts';
import { LaneNames } from './LaneNames.tsx';
import { AXIS } from './layout.ts';
import { brush } from './minimapStrip.ts';
import type { TimelineModel } from './model.ts';
import { Stage } from './stage.ts';
import styles from './TimelineCanvas.module.css';
import type { TimelineSelection, TimelineSlice, TimelineState } from './types.ts';
import { callsText, sentence, threadsText } from './words.ts';

interface TimelineCanvasProps {
  readonly model: TimelineModel;
  readonly state: TimelineState;
  readonly selection: TimelineSelection | null;
  readonly onSelect: (selection: TimelineSelection | null) => void;
  readonly nowMs: number;
}

/** Minimap, lanes and what floats above them. See `Stage` for the attributes that tell where a slice is drawn. */
export function TimelineCanvas({ model, state, selection, onSelect, nowMs }: TimelineCanvasProps) {
  const { layout, hover, reached } = useSyncExternalStore(model.watch, model.readSurroundings);
  const hint = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const minimap = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | null>(null);
  const emit = useRef(onSelect);
  useEffect(() => {
    emit.current = onSelect;
  }, [onSelect]);
  // One function for good: the names of the lanes are not drawn again while the capture runs.
  const select = useCallback((next: TimelineSelection | null) => emit.current(next), []);

  useEffect(() => {
    if (!canvas.current || !minimap.current || !scroller.current || !gutter.current) return undefined;
    const parts = {
      canvas: canvas.current,
      minimap: minimap.current,
      scroller: scroller.current,
      gutter: gutter.current,
    };
    const running = new Stage(model, parts);
    const stopListening = listen(parts.canvas, model, (slice) => emit.current(slice?.ref ?? null));
    const stopBrushing = brush(parts.minimap, model);
    stage.current = running;
    return () => {
      stage.current = null;
      running.stop();
      stopListening();
      stopBrushing();
    };
  }, [model]);

  useEffect(() => {
    stage.current?.setClock(nowMs);
  }, [nowMs]);

  useEffect(() => {
    const onLetter = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (pressLetter(model, pressOf(event))) event.preventDefault();
    };
    window.addEventListener('keydown', onLetter);
    return () => window.removeEventListener('keydown', onLetter);
  }, [model]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const choose = (slice: TimelineSlice | null): void => onSelect(slice?.ref ?? null);
    if (pressOnCanvas(model, pressOf(event), choose)) event.preventDefault();
  };

  const hovered = hover === null ? undefined : state.slices[hover.id];
  const total = AXIS + layout.height;
  return (
    <>
      <div className={styles.minimap}>
        <canvas
          ref={minimap}
          role="img"
          aria-label="Calls in flight over the whole capture. Drag to choose what the timeline shows."
          data-testid="timeline-minimap"
        />
      </div>
      <div className={styles.frame} style={{ flexBasis: total + 2 }}>
        <div ref={scroller} className={styles.scroller}>
          <div style={{ height: total }}>
            <div className={styles.sheet}>
              <div className={styles.gutter}>
                <div ref={gutter}>
                  <LaneNames
                    layout={layout}
                    order={model.scene.order}
                    selection={selection}
                    onSelect={select}
                  />
                </div>
                <div className={styles.corner} />
              </div>
              <canvas
                ref={canvas}
                className={styles.canvas}
                tabIndex={0}
                role="img"
                aria-label={`Timeline: ${threadsText(state.counts)}, ${callsText(state.counts)}`}
                aria-describedby={hint}
                data-testid="timeline-canvas"
                onKeyDown={onKeyDown}
              />
            </div>
          </div>
        </div>
        {hovered && hover && <HoverCard slice={hovered} hover={hover} />}
      </div>
      <p id={hint} className={styles.unseen}>
        The arrow keys walk from slice to slice. The last button of the header shows the same in rows and
        columns.
      </p>
      <p aria-live="polite" className={styles.unseen}>
        {reached === null ? '' : sentence(reached)}
      </p>
    </>
  );
}

function pressOf(event: Pick<globalThis.KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>) {
  return { key: event.key, modified: event.altKey || event.ctrlKey || event.metaKey };
}

/** Letters belong to whatever is being typed into, and to what lies over the view. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}
