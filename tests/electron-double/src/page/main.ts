/** Runs in the main world before the document's scripts. */
import { createBridge } from './bridge.ts';

declare const __SECRET__: string;

if (window === window.top) createBridge(`${__SECRET__}-isolated`, `${__SECRET__}-main`);
