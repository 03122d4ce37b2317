import { ipcMain } from 'electron'; // forbidden: eslint(no-restricted-imports)
import { readFileSync } from 'node:fs'; // forbidden: eslint(no-restricted-imports)
import { createRuntime } from '../runtime/runtime.ts'; // forbidden: eslint(no-restricted-imports)
import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('all', { ipcRenderer, ipcMain, readFileSync, createRuntime }); // caught by tests/ground/preload.test.ts
