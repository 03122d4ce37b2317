import { checkValue } from './check.ts';

// The page decides how long this may take and ends the worker when it is over.
addEventListener('message', ({ data }: MessageEvent<{ id: number; schema: unknown; value: unknown }>) => {
  postMessage({ id: data.id, checked: checkValue(data.schema, data.value) });
});
