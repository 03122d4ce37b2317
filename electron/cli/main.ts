import { run } from './run.ts';

const abort = new AbortController();

// The first Ctrl-C asks the command to end and clean up; the second one ends at once.
process.on('SIGINT', () => {
  if (abort.signal.aborted) process.exit(130);
  abort.abort();
});
process.on('SIGTERM', () => abort.abort());

// A reader that went away (`| head`) is no failure: what is left is not written, servers are still ended in order.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: abort.signal,
});
