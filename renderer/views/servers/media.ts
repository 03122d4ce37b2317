const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const sounds = new Set(['audio/wav', 'audio/x-wav', 'audio/mpeg', 'audio/ogg', 'audio/webm', 'audio/mp4']);

/** Whether data of a type is drawn, and as what. Only types without scripts and without addresses in them. */
export function mediaOf(mimeType: string | undefined): 'image' | 'audio' | undefined {
  if (mimeType === undefined) return undefined;
  if (pictures.has(mimeType)) return 'image';
  return sounds.has(mimeType) ? 'audio' : undefined;
}
