import type { Bm25Index } from '../bm25.ts';
import { routeKey } from '../route.ts';
import type { SearchAnswer, SearchQuery } from '../types.ts';
import { toWireTool } from './declare.ts';
import type { CodexStep, PlannedTool } from './step.ts';
import { queryError, SEARCH_DEFAULT_LIMIT, searchIndex } from './search.ts';
import { namespaceDescription, namespaceSpecs } from './wire.ts';

/** Answers the model's `tool_search` from one step's list; the index is built on the first search. */
export function codexSearch(step: CodexStep): (query: SearchQuery) => SearchAnswer {
  let prepared: { candidates: readonly PlannedTool[]; index: Bm25Index } | undefined;
  const describe = (namespace: string, server: string) =>
    namespaceDescription(namespace, step.settings.servers?.[server]?.instructions);

  return ({ query, limit }) => {
    const rules = ['CX-5.4', 'CX-5.22'] as const;
    const error = queryError(query, limit);
    if (error !== undefined) return { output: error, hits: [], paths: new Map(), error, rules };
    prepared ??= prepare(step, describe);
    const { candidates, index } = prepared;
    const hits = index.search(query, limit ?? SEARCH_DEFAULT_LIMIT).flatMap((hit) => {
      const found = candidates[hit.index];
      return found === undefined ? [] : [{ found, score: hit.score }];
    });
    const byPair = new Map(hits.map(({ found }) => [`${found.row.namespace}\0${found.row.name}`, found]));
    const specs = namespaceSpecs(
      hits.map(({ found }) => toWireTool(found, step.schemaRules(found.row.server))),
      (namespace) => {
        const one = hits.find(({ found }) => found.row.namespace === namespace);
        return describe(namespace, one?.found.row.server ?? '');
      },
      'found',
    );
    const paths = new Map<string, string>();
    for (const [outer, { tools }] of specs.entries()) {
      for (const [inner, tool] of tools.entries()) {
        const found = byPair.get(`${tool.namespace}\0${tool.name}`);
        if (found !== undefined) paths.set(routeKey(found.row), `$.tools[${outer}].tools[${inner}]`);
      }
    }
    return {
      output: specs.map((one) => one.spec),
      hits: hits.map(({ found, score }) => ({
        route: { server: found.row.server, tool: found.row.tool },
        score,
      })),
      paths,
      rules,
    };
  };
}

function prepare(step: CodexStep, describe: (namespace: string, server: string) => string) {
  const candidates = step.planned.filter(
    ({ row }) => row.exposure === 'deferred' || row.exposure === 'deferredModelOnly',
  );
  const index = searchIndex(
    candidates.map(({ row, tool }) => ({
      tool,
      namespace: row.namespace ?? '',
      name: row.name,
      namespaceDescription: describe(row.namespace ?? '', row.server),
    })),
  );
  return { candidates, index };
}
