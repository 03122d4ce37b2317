/** The keychain of the system, as far as it protects anything. */
import { safeStorage } from 'electron';
import type { SecretBox } from '../runtime/mcp/auth/store.ts';

/**
 * Undefined where there is no keychain. On Linux without a keyring the text would be sealed with a password that everybody
 * knows; that is none either.
 */
export function secretBox(): SecretBox | undefined {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')
    return undefined;
  return {
    seal: (text) => safeStorage.encryptString(text).toString('base64'),
    open: (sealed) => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
  };
}
