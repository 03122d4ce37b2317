import type { RequestReply } from '../../../shared/contract.ts';
import { isObject } from '../../../shared/json.ts';
import { RequestResult } from './RequestResult.tsx';
import { ResourceContents } from './ResourceContents.tsx';

/** What reading a resource brought. */
export function ReadResult({ reply }: { readonly reply: RequestReply }) {
  return (
    <RequestResult
      reply={reply}
      draw={(result) => {
        const contents: unknown = isObject(result) ? result['contents'] : undefined;
        if (!Array.isArray(contents) || contents.length === 0) return undefined;
        return contents.map((part: unknown, at) => <ResourceContents key={at} contents={part} />);
      }}
    />
  );
}
