import { useEffect, useRef, useState } from 'react';
import type { CommandArgs, RequestReply } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { useApp } from '../../stores/hooks.ts';

/** The commands that put one request before a server and tell how it ended. */
type RequestName = 'resources.read' | 'prompts.get' | 'servers.ping';

interface Request<Name extends RequestName> {
  readonly running: boolean;
  readonly answer: RequestReply | Fault | undefined;
  readonly send: (args: CommandArgs<Name>) => void;
  readonly cancel: () => void;
}

/** One request at a time; the last answer stays until the next came. Leaving cancels. */
export function useRequest<Name extends RequestName>(name: Name): Request<Name> {
  const { client } = useApp();
  const [running, setRunning] = useState(false);
  const [answer, setAnswer] = useState<RequestReply | Fault>();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = (args: CommandArgs<Name>): void => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setRunning(true);
    void (async () => {
      const reply = await client.request(name, args, { signal: controller.signal });
      if (stop.current !== controller) return;
      setRunning(false);
      setAnswer(reply.ok ? reply.value : reply.fault);
    })();
  };
  return { running, answer, send, cancel: () => stop.current?.abort() };
}
