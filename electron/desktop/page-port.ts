/** A new connection between page and runtime: one end goes to the page, the other serves the contract. */
import { MessageChannelMain, type MessagePortMain, type WebFrameMain } from 'electron';
import type { Port } from '../../shared/rpc.ts';
import { servePort, type Service } from '../runtime/serve-port.ts';
import { portChannel } from './channels.ts';

export function connectPage(service: Service, frame: WebFrameMain, nonce: string): void {
  const { port1, port2 } = new MessageChannelMain();
  servePort(service, asPort(port1));
  port1.start();
  frame.postMessage(portChannel, nonce, [port2]);
}

function asPort(port: MessagePortMain): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', ({ data }) => listener(data)),
    onClose: (listener) => void port.on('close', listener),
    close: () => port.close(),
  };
}
