import { strict } from './strict.ts';

const mark = 'electron-double:';

/** Turns text into something else and back; it protects nothing. */
export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret' as const,
  encryptString: (text: string): Buffer => Buffer.from(mark + Buffer.from(text).toString('base64')),
  decryptString: (sealed: Buffer): string => {
    const text = sealed.toString();
    if (!text.startsWith(mark)) throw new Error('Error while decrypting the ciphertext provided.');
    return Buffer.from(text.slice(mark.length), 'base64').toString();
  },
});
