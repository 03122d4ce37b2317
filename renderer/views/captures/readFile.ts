import { fail, ok, type Result } from '../../../shared/fault.ts';

const MAGIC = [0x1f, 0x8b];

/** The text of a capture file, gzipped or not; refuses what grows beyond `limit` bytes, also while it is unpacked. */
export async function readCaptureFile(file: Blob, limit: number): Promise<Result<string>> {
  const tooLarge = fail(
    'capture-too-large',
    `The file holds more than ${Math.round(limit / 1_000_000)} MB.`,
    {
      next: 'Export a shorter capture.',
    },
  );
  if (file.size > limit) return tooLarge;
  const head = new Uint8Array(await file.slice(0, MAGIC.length).arrayBuffer());
  const packed = MAGIC.every((byte, at) => head[at] === byte);
  if (!packed) return ok(await file.text());
  const text = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  try {
    const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      size += chunk.value.byteLength;
      if (size > limit) {
        await reader.cancel();
        return tooLarge;
      }
      parts.push(text.decode(chunk.value, { stream: true }));
    }
  } catch {
    return fail('capture-bad-gzip', 'The file cannot be unpacked: it is cut off or damaged.', {
      next: 'Unpack it by hand, or export it again from where it was made.',
    });
  }
  return ok(parts.join('') + text.decode());
}
