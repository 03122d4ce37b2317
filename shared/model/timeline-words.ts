import type {
  AbstainReason,
  AnyId,
  Carrier,
  DecidedBy,
  Decision,
  InstanceId,
  ItemType,
  Outcome,
  ServerName,
} from '../event.ts';

// The words on the timeline.

/** `id_1a2b3c4d5e6f7081` → `1a2b…081`, `thread:2` → `2`. */
export function shortId(id: AnyId): string {
  const bare = id.slice(id.search(/[_:]/) + 1);
  return bare.length <= 8 ? bare : `${bare.slice(0, 4)}…${bare.slice(-3)}`;
}

/** `shape_probe`, or `shape_probe (2nd)` for its second process. `instances` are those of the server, in order. */
export function groupLabel(
  server: ServerName,
  instance: InstanceId | null,
  instances: readonly InstanceId[],
): string {
  const place = instance === null ? 0 : instances.indexOf(instance);
  return place <= 0 ? server : `${server} (${ordinal(place + 1)})`;
}

function ordinal(n: number): string {
  const tens = n % 100;
  if (tens >= 11 && tens <= 13) return `${n}th`;
  switch (n % 10) {
    case 1:
      return `${n}st`;
    case 2:
      return `${n}nd`;
    case 3:
      return `${n}rd`;
    default:
      return `${n}th`;
  }
}

export function itemLabel(carrier: Carrier, type: ItemType): string {
  switch (carrier.kind) {
    case 'tool':
      return carrier.route.tool;
    case 'exec':
      return 'exec';
    case 'envelope':
      return carrier.name;
    case 'none':
      return type.replaceAll('_', ' ');
  }
}

/** `7.003 s`, `76 ms`, `0.8 ms`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(3)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${Math.round(ms * 10) / 10} ms`;
}

/** Why a call has no owner, as the end of "…: abstained". */
export function reasonNote(reason: AbstainReason, candidates: number): string {
  switch (reason) {
    case 'no-window':
      return 'fits no window: abstained';
    case 'several-windows':
      return `fits ${candidates === 2 ? 'two' : candidates} windows: abstained`;
    case 'open-window':
      return 'another window was still open: abstained';
    case 'missing-boundary':
      return 'a boundary is missing: abstained';
    case 'unknown-thread':
      return 'names a thread that was not seen: abstained';
    case 'several-active-responses':
      return 'several responses were active: abstained';
    case 'clock-unreliable':
      return 'the clocks are too far apart: abstained';
    case 'conflicting-evidence':
      return 'the evidence conflicts: abstained';
  }
}

export function decisionNote(decision: Decision, by: DecidedBy): string {
  switch (decision) {
    case 'run':
      return 'ran without asking';
    case 'accept':
      return `allowed once by ${by}`;
    case 'acceptForSession':
      return `allowed for the session by ${by}`;
    case 'acceptAndRemember':
      return `always allowed by ${by}`;
    case 'decline':
      return `declined by ${by}`;
    case 'cancel':
      return `cancelled by ${by}`;
    case 'skip':
      return `skipped by ${by}`;
  }
}

/** Null where the bar says it all. */
export function outcomeNote(outcome: Outcome): string | null {
  switch (outcome) {
    case 'ok':
      return null;
    case 'toolError':
      return 'tool error';
    case 'protocolError':
      return 'protocol error';
    case 'transportError':
      return 'connection lost';
    case 'timeout':
      return 'timed out';
    case 'cancelled':
      return 'cancelled';
    case 'skipped':
      return 'skipped';
  }
}
