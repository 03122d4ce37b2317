import type { CommandReply } from '../../../shared/contract.ts';
import { ok, type Result } from '../../../shared/fault.ts';
import { formatJson } from '../../../shared/json.ts';
import type { Handlers } from '../handlers.ts';
import type { ServerHub } from '../hub.ts';
import type { InteractionDesk } from '../interaction-desk.ts';
import type { Connection, RequestOutcome } from '../mcp/types.ts';
import { toFinding } from '../wire-finding.ts';

type Own =
  | 'servers.items'
  | 'servers.relist'
  | 'servers.changes'
  | 'servers.ping'
  | 'servers.log'
  | 'servers.setLogLevel'
  | 'resources.read'
  | 'resources.subscribe'
  | 'prompts.get'
  | 'completion.complete'
  | 'interaction.get'
  | 'interaction.answer';

const toReply = (outcome: RequestOutcome): Result<CommandReply<'resources.read'>> =>
  ok({
    outcome: outcome.outcome,
    durationMs: Number(outcome.finishedAt - outcome.startedAt) / 1e6,
    ...(outcome.result === undefined ? {} : { resultJson: formatJson(outcome.result) }),
    findings: outcome.findings.map(toFinding),
    ...(outcome.fault === undefined ? {} : { fault: outcome.fault }),
  });

/** What servers offer beside tools, and what they ask of their user. */
export function featureCommands(hub: ServerHub, desk: InteractionDesk): Pick<Handlers, Own> {
  const on = async <T>(
    server: string,
    work: (connection: Connection) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const connection = hub.connection(server);
    return connection.ok ? work(connection.value) : connection;
  };
  const settled = (result: Result<void>): Result<Record<string, never>> => (result.ok ? ok({}) : result);
  const limits = (signal: AbortSignal, timeoutMs: number | undefined) => ({
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

  return {
    'servers.items': ({ name, kind }, { signal }) =>
      on(name, async (connection) => {
        const listed = await connection.listItems(kind, { signal });
        if (!listed.ok) return listed;
        const { items, findings, failed } = listed.value;
        return ok({
          items: items.map((item) => ({
            kind,
            index: item.index,
            key: item.key,
            ...(item.name === undefined ? {} : { name: item.name }),
            ...(item.title === undefined ? {} : { title: item.title }),
            ...(item.mimeType === undefined ? {} : { mimeType: item.mimeType }),
            definitionJson: formatJson(item.wire, 2),
            findings: item.findings.map(toFinding),
          })),
          findings: findings.map(toFinding),
          ...(failed === undefined ? {} : { failed }),
        });
      }),
    'servers.relist': async ({ name }, { signal }) => settled(await hub.relist(name, signal)),
    'servers.changes': ({ name }) =>
      on(name, (connection) => {
        const { lists, resources } = connection.changes();
        return Promise.resolve(ok({ lists, resources: [...resources] }));
      }),
    'servers.ping': ({ name }, { signal }) => on(name, async (one) => toReply(await one.ping({ signal }))),
    'servers.log': ({ name }) =>
      on(name, (connection) => {
        const { messages, ...rest } = connection.log();
        return Promise.resolve(
          ok({
            messages: messages.map(({ data, ...about }) => ({ ...about, dataJson: formatJson(data) })),
            ...rest,
          }),
        );
      }),
    'servers.setLogLevel': ({ name, level }) =>
      on(name, async (connection) => settled(await connection.setLogLevel(level))),
    'resources.read': ({ server, uri, timeoutMs }, { signal }) =>
      on(server, async (one) => toReply(await one.readResource(uri, limits(signal, timeoutMs)))),
    'resources.subscribe': ({ server, uri, wanted }) =>
      on(server, async (one) => settled(await (wanted ? one.subscribe(uri) : one.unsubscribe(uri)))),
    'prompts.get': ({ server, prompt, args, timeoutMs }, { signal }) =>
      on(server, async (one) =>
        toReply(
          await one.getPrompt(
            { name: prompt, ...(args === undefined ? {} : { args }) },
            limits(signal, timeoutMs),
          ),
        ),
      ),
    'completion.complete': ({ server, ref, argument, context, timeoutMs }, { signal }) =>
      on(server, async (one) =>
        toReply(
          await one.complete(
            { ref, argument, ...(context === undefined ? {} : { context }) },
            limits(signal, timeoutMs),
          ),
        ),
      ),
    'interaction.get': ({ capture, interaction }) => desk.detail(capture, interaction),
    'interaction.answer': (answer) => settled(desk.answer(answer)),
  };
}
