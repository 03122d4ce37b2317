import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import * as z from 'zod';

const Reply = z.looseObject({ id: z.number(), result: z.unknown().optional() });
const Evaluated = z.looseObject({
  result: z.looseObject({ value: z.unknown().optional() }),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
});
const Point = z.object({ x: z.number(), y: z.number() });

/**
 * A page watched through nothing but what the measurement asks of it. A test tool listens to the network: each frame of a
 * socket is then written down once more by the page and read again by the tool, which took a third of both cores.
 */
export interface BarePage {
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until the expression is true. */
  until(expression: string): Promise<void>;
  /** A real click in the middle of the element that the selector names. */
  click(selector: string): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 120_000;
const LOOK_MS = 20;

export async function openBarePage(browser: string, url: string): Promise<BarePage> {
  const profile = mkdtempSync(path.join(tmpdir(), 'throughline-bench-browser-'));
  const child = spawn(
    browser,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1440,900',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page of the browser's own, which takes a second of a core while the window is measured.
      '--disable-features=WebUIOmniboxPopup',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  // Not `for await`: leaving such a loop closes the pipe, and the browser goes on writing to it.
  const port = await new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const Targets = z.array(z.looseObject({ type: z.string(), webSocketDebuggerUrl: z.string() }));
  const targets = Targets.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json());
  const target = targets.find(({ type }) => type === 'page');
  if (target === undefined) throw new Error('The browser opened no page.');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');

  const waiting = new Map<number, (result: unknown) => void>();
  let next = 0;
  socket.on('message', (data: Buffer) => {
    const reply = Reply.safeParse(JSON.parse(data.toString()));
    if (!reply.success) return;
    waiting.get(reply.data.id)?.(reply.data.result);
    waiting.delete(reply.data.id);
  });
  const send = async (method: string, params: Record<string, unknown>): Promise<unknown> => {
    const id = next++;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };

  const evaluate = async (expression: string): Promise<unknown> => {
    const reply = Evaluated.parse(await send('Runtime.evaluate', { expression, returnByValue: true }));
    if (reply.exceptionDetails !== undefined) throw new Error(reply.exceptionDetails.text);
    return reply.result.value;
  };
  const until = async (expression: string): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    while ((await evaluate(expression)) !== true) {
      if (performance.now() > deadline) throw new Error(`Never true: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };

  await send('Page.navigate', { url });
  return {
    evaluate,
    until,
    click: async (selector) => {
      const place = `(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`;
      const { x, y } = Point.parse(await evaluate(place));
      const mouse = { x, y, button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
    },
    close: async () => {
      socket.close();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
