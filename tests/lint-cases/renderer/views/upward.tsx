import { ipcRenderer } from 'electron'; // forbidden: eslint(no-restricted-imports)
import { createServer } from 'node:http'; // forbidden: eslint(no-restricted-imports)
import fs from 'fs/promises'; // forbidden: eslint(no-restricted-imports)
import type { Runtime } from '../../electron/runtime/runtime.ts'; // forbidden: eslint(no-restricted-imports)
import { Client } from '@modelcontextprotocol/client'; // forbidden: eslint(no-restricted-imports)
import { WebSocketServer } from 'ws'; // forbidden: eslint(no-restricted-imports)
import type { Event } from '../../shared/event.ts';

export const later = async (): Promise<unknown> => import('../../electron/runtime/bus.ts'); // forbidden: eslint(no-restricted-imports)
export const platform = (): string => process.platform; // forbidden: eslint(no-restricted-globals)
export const use = (runtime: Runtime, event: Event): unknown[] => [ipcRenderer, createServer, fs, runtime, Client, WebSocketServer, event];
