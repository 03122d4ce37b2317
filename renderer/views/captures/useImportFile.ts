import { useState } from 'react';
import type { Fault } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';
import { readCaptureFile } from './readFile.ts';

const LARGEST = 200_000_000;

interface Refused {
  readonly fault: Fault;
  /** The beginning of the file can be read. */
  readonly salvageable: boolean;
}

interface ImportFile {
  readonly importFile: (file: File) => Promise<void>;
  /** Takes what is readable of the file that was refused. */
  readonly salvage: () => Promise<void>;
  readonly refused: Refused | undefined;
  /** Lets the reader choose a file. */
  readonly choose: () => void;
}

/** Reads a capture file into the library and opens it. */
export function useImportFile(): ImportFile {
  const app = useApp();
  const [refused, setRefused] = useState<Refused>();
  const [last, setLast] = useState<{ readonly fileName: string; readonly text: string }>();

  const take = async (fileName: string, text: string, salvage: boolean): Promise<void> => {
    const reply = await app.client.request('captures.import', {
      fileName,
      text,
      ...(salvage ? { salvage } : {}),
    });
    if (reply.ok) {
      setRefused(undefined);
      setLast(undefined);
      app.navigation.open(reply.value.capture, 'pipeline');
      return;
    }
    setLast({ fileName, text });
    setRefused({ fault: reply.fault, salvageable: !salvage && /^capture-(bad|gap)/.test(reply.fault.code) });
  };

  const importFile = async (file: File): Promise<void> => {
    const read = await readCaptureFile(file, LARGEST);
    if (read.ok) await take(file.name, read.value, false);
    else setRefused({ fault: read.fault, salvageable: false });
  };

  return {
    importFile,
    salvage: async () => {
      if (last) await take(last.fileName, last.text, true);
    },
    refused,
    choose: () => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = '.ndjson,.json,.jsonl,.gz,.txt';
      input.addEventListener('change', () => {
        const [file] = input.files ?? [];
        if (file) void importFile(file);
      });
      input.click();
    },
  };
}
