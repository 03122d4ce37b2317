import { describe, expect, it } from 'vitest';
import { windowOptions } from './window-options.ts';

describe('windowOptions', () => {
  it('keeps the page sandboxed, isolated and without Node', () => {
    const { webPreferences } = windowOptions('/app');
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(webPreferences).not.toHaveProperty('enableBlinkFeatures');
  });
});
