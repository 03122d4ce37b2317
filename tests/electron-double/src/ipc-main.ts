import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

export type InvokeHandler = (event: unknown, ...args: readonly unknown[]) => unknown;

export class IpcMain extends EventEmitter {
  readonly _handlers = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this._handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this._handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this._handlers.delete(channel);
  }
}

export const ipcMain = strict('ipcMain', new IpcMain());
