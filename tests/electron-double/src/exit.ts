/** What `process.exit` ends with, and Node does not declare; `process.exit` itself means something else here. */
declare const process: NodeJS.Process & { reallyExit(code: number): never };

export function exitNow(code: number): never {
  return process.reallyExit(code);
}
