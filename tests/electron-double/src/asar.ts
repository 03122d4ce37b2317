/** Reads an asar archive: a pickled JSON header, then the files back to back. Node cannot look into one in place. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Entry = Folder | { readonly unpacked?: boolean; readonly offset?: string; readonly size: number };
interface Folder {
  readonly files: Readonly<Record<string, Entry>>;
}

/** Writes the archive's files into `target`, an existing folder. */
export function unpack(archive: string, target: string): void {
  const bytes = readFileSync(archive);
  const start = 8 + bytes.readUInt32LE(4);
  const header = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Folder;
  const walk = (folder: Folder, at: string): void => {
    for (const [name, entry] of Object.entries(folder.files)) {
      const file = path.join(at, name);
      if ('files' in entry) {
        mkdirSync(file);
        walk(entry, file);
      } else if (entry.unpacked === true) {
        copyFileSync(path.join(`${archive}.unpacked`, path.relative(target, file)), file);
      } else {
        const offset = start + Number(entry.offset);
        writeFileSync(file, bytes.subarray(offset, offset + entry.size));
      }
    }
  };
  walk(header, target);
}
