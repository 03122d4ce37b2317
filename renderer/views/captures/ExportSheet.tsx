import { useEffect, useMemo, useState } from 'react';
import type { ExportFormat, ExportPreview } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { Input } from '../../components/Input.tsx';
import { Select, type SelectOption } from '../../components/Select.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { formatBytes, formatCount, plural } from '../../frame/format.ts';
import { useApp, useCaptures } from '../../stores/hooks.ts';
import { toast } from '../../stores/toasts.ts';
import { saveText } from './saveText.ts';
import styles from './ExportSheet.module.css';

interface ExportSheetProps {
  readonly capture: string;
  readonly onClose: () => void;
}

const formats: readonly SelectOption<ExportFormat>[] = [
  { value: 'json', label: 'The capture', hint: 'every event' },
  { value: 'shapes', label: 'Shapes', hint: 'what the client showed, as one document' },
  { value: 'markdown', label: 'Report', hint: 'the same for people' },
];

interface Sheet {
  readonly format: ExportFormat;
  readonly preview: ExportPreview;
  readonly fileName: string;
  readonly text: string;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

const columns: readonly Column<Line>[] = [
  {
    id: 'number',
    title: 'line',
    width: '64px',
    align: 'end',
    mono: true,
    cell: ({ number }) => formatCount(number),
  },
  { id: 'text', title: 'what leaves', width: 'minmax(400px, 1fr)', mono: true, cell: ({ text }) => text },
];

/** Shows exactly what leaves with an export, before it leaves: of a capture counts by kind, and every line of the file. */
export function ExportSheet({ capture, onClose }: ExportSheetProps) {
  const app = useApp();
  const name = useCaptures()?.find((one) => one.capture === capture)?.name ?? 'capture';
  const [format, setFormat] = useState<ExportFormat>('json');
  const { sheet, fault } = useSheet(capture, format);
  const [query, setQuery] = useState('');
  const [line, setLine] = useState<Line>();
  const lines = useMemo(() => linesOf(sheet?.text ?? '', query), [sheet, query]);
  const save = async (): Promise<void> => {
    if (!sheet) return;
    const saved = await saveText(app, sheet.fileName, sheet.text);
    if (saved) toast({ tone: 'info', title: `${sheet.fileName} was saved` });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title={`Export ${name}`}
      description="This is all that leaves. Arguments, results, prompts and header values are not in a capture."
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" disabled={!sheet} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {fault && <ErrorBanner fault={fault} />}
      <div className={styles.sheet}>
        <Select
          label="What to export"
          value={format}
          options={formats}
          onChange={(chosen) => {
            setLine(undefined);
            setFormat(chosen);
          }}
        />
        {sheet && (
          <>
            {sheet.format === 'json' && <Counts preview={sheet.preview} onChoose={setQuery} />}
            <Input
              type="search"
              mono
              aria-label="Search what leaves"
              placeholder="Search what leaves"
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
            <div className={styles.preview}>
              <VirtualTable
                label="Lines of the file"
                columns={columns}
                rowHeight={22}
                count={lines.length}
                rowAt={(index) => lines[index]}
                keyOf={({ number }) => number}
                selected={line?.number}
                onSelect={setLine}
                empty={<EmptyState title="No line holds that" />}
              />
            </div>
            {line && sheet.format === 'json' && (
              <JsonTree label={`Line ${line.number}`} value={parseJson(line.text)} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

interface CountsProps {
  readonly preview: ExportPreview;
  readonly onChoose: (query: string) => void;
}

function Counts({ preview, onChoose }: CountsProps) {
  return (
    <>
      <p className={styles.total}>
        {plural(preview.events, 'event')}, {formatBytes(preview.bytes)}
      </p>
      <ul className={styles.kinds} aria-label="Counts by kind">
        {preview.kinds.map(({ kind, count }) => (
          <li key={kind}>
            <button type="button" className={styles.kind} onClick={() => onChoose(`"kind":"${kind}"`)}>
              <code>{kind}</code> {formatCount(count)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const linesOf = (text: string, query: string): readonly Line[] => {
  const wanted = query.toLowerCase();
  return text
    .trimEnd()
    .split('\n')
    .map((line, at) => ({ number: at + 1, text: line }))
    .filter((line) => line.text.toLowerCase().includes(wanted));
};

function useSheet(
  capture: string,
  format: ExportFormat,
): { readonly sheet: Sheet | undefined; readonly fault: Fault | undefined } {
  const { client } = useApp();
  const [state, setState] = useState<{ sheet: Sheet | undefined; fault: Fault | undefined }>({
    sheet: undefined,
    fault: undefined,
  });
  useEffect(() => {
    const { signal, abort } = stopper();
    void (async () => {
      const [preview, file] = await Promise.all([
        client.request('captures.preview', { capture }, { signal }),
        client.request('captures.export', { capture, format }, { signal }),
      ]);
      if (signal.aborted) return;
      if (!preview.ok) setState({ sheet: undefined, fault: preview.fault });
      else if (!file.ok) setState({ sheet: undefined, fault: file.fault });
      else setState({ sheet: { format, preview: preview.value, ...file.value }, fault: undefined });
    })();
    return abort;
  }, [client, capture, format]);
  return state;
}

function stopper(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
