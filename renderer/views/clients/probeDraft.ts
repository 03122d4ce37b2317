import type { ClientId, ClientOffer, ClientProbeRequest, ScenarioInfo } from '../../../shared/contract.ts';
import type { SelectOption } from '../../components/Select.tsx';
import { ON_PATH } from './rows.ts';

/** What the dialog holds; empty texts leave the choice to the program. */
export interface Draft {
  readonly client: ClientId;
  readonly version: string | undefined;
  readonly scenario: string | undefined;
  readonly modelClass: NonNullable<ClientProbeRequest['modelClass']> | '';
  /** Index among the client's ways. */
  readonly way: number;
  readonly server: string;
  readonly approve: NonNullable<ClientProbeRequest['approve']>;
  readonly isolate: boolean;
  readonly withholdMeta: boolean;
}

export const emptyDraft = (client: ClientId, version?: string): Draft => ({
  client,
  version,
  scenario: undefined,
  modelClass: '',
  way: 0,
  server: '',
  approve: 'all',
  isolate: true,
  withholdMeta: false,
});

/** One lookup comes first: it is what the program plays when nobody chooses. */
const FIRST = 'lookup';

/** The scenarios that this client can play, the usual one first. */
export function playable(
  scenarios: readonly ScenarioInfo[],
  { id: client, children: plays }: Pick<ClientOffer, 'id' | 'children'>,
): ScenarioInfo[] {
  const fits = scenarios.filter(({ real, hosts, children }) => {
    if (!real) return false;
    return client === 'claude' || client === 'codex' ? hosts.includes(client) : plays || !children;
  });
  return [...fits.filter(({ id }) => id === FIRST), ...fits.filter(({ id }) => id !== FIRST)];
}

/** Every version that can be asked for, with what there is of it. */
export function versionsOf({ pinned, others, onPath }: ClientOffer): SelectOption[] {
  return [
    ...pinned.toReversed().map(({ version, installed }) => ({
      value: version,
      label: version,
      hint: installed ? 'installed' : 'not installed',
    })),
    ...others.map((version) => ({ value: version, label: version, hint: 'installed' })),
    ...(onPath === undefined
      ? []
      : [
          {
            value: ON_PATH,
            label: `The one on PATH${onPath.version === undefined ? '' : `, ${onPath.version}`}`,
          },
        ]),
  ];
}

/** Does this version have to be installed first? */
export const missingVersion = ({ pinned }: ClientOffer, version: string | undefined): boolean =>
  pinned.some((one) => one.version === version && !one.installed);

export function requestOf(draft: Draft, offer: ClientOffer, scenario: string): ClientProbeRequest {
  const { client, version, modelClass, server, approve, isolate, withholdMeta } = draft;
  return {
    client,
    scenario,
    ...offer.ways[draft.way],
    approve,
    isolation: isolate ? 'auto' : 'none',
    ...(version === undefined ? {} : { version }),
    ...(modelClass === '' ? {} : { modelClass }),
    ...(server === '' ? {} : { server }),
    // A scenario may withhold ids by itself; only the contrary has to be said.
    ...(withholdMeta ? { withholdMeta } : {}),
  };
}
