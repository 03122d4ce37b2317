/** What a page may ask the system for: to put text on the clipboard, and nothing else. */
import type { Session } from 'electron';
import { isOwnAddress } from './address.ts';

export function isPermitted(
  permission: string,
  page: { readonly url: string; readonly isMainFrame: boolean },
): boolean {
  return permission === 'clipboard-sanitized-write' && page.isMainFrame && isOwnAddress(page.url);
}

export function restrictPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(isPermitted(permission, { url: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    isPermitted(permission, { url: details.requestingUrl ?? '', isMainFrame: details.isMainFrame }),
  );
  session.setDevicePermissionHandler(() => false);
}
