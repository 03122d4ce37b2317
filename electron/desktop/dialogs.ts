/** What needs the system: choosing a file to save, and leaving for the browser. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, dialog, shell } from 'electron';
import type { CommandReply } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { externalAddress, signInAddress } from './address.ts';

/** A dialog belongs to the window it is about; without one it stands alone. */
const owner = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0];

/** Asks where to save, then writes. `saved` is false where the user thought better of it. */
export async function saveFile(
  fileName: string,
  text: string,
): Promise<Result<CommandReply<'shell.saveFile'>>> {
  // A name is suggested, never a place: what comes from the page is cut down to its last part.
  const options = { defaultPath: path.join(app.getPath('downloads'), path.basename(fileName)) };
  const window = owner();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  if (canceled || filePath === '') return ok({ saved: false });
  try {
    await writeFile(filePath, text);
    return ok({ saved: true });
  } catch (error) {
    return fail('save-failed', `${path.basename(filePath)} was not saved.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Choose another place.',
    });
  }
}

/** Shows the whole address and opens it in the system's browser once the user agrees. */
export async function openExternal(address: string): Promise<Result<CommandReply<'shell.openExternal'>>> {
  const href = externalAddress(address);
  if (href === undefined) {
    return fail('address-refused', 'Only https addresses are opened.', {
      next: 'Copy the address if you trust it.',
    });
  }
  const options = {
    type: 'question' as const,
    message: 'Open this address in your browser?',
    detail: href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  };
  const window = owner();
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  if (response === 0) await shell.openExternal(href);
  return ok({});
}

/** Opens an address to sign in at. The page showed it whole, and the user agreed there. */
export async function openSignIn(address: string): Promise<void> {
  const href = signInAddress(address);
  if (href === undefined) throw new Error('This address is not opened.');
  await shell.openExternal(href);
}
