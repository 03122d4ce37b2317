import type { AppModel } from '../../stores/app.ts';

/** Writes a text where the user chooses: through the desktop's dialog, or as a download of the page. False: not saved. */
export async function saveText(app: AppModel, fileName: string, text: string): Promise<boolean> {
  if (app.info.getState().info?.shell === 'desktop') {
    const reply = await app.ask('shell.saveFile', { fileName, text });
    return reply.ok && reply.value.saved;
  }
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return true;
}
