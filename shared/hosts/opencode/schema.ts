import { isObject } from '../../json.ts';
import { lostKeywords } from '../listed/walk.ts';
import type { HostWire, SchemaResult } from '../types.ts';
import { forGemini } from './gemini-schema.ts';
import { forResponses } from './responses-schema.ts';

/** The root is closed on every wire (OC-5.1); two wires rewrite the rest as well (OC-5.2, OC-5.3). Some models get more (OC-5.4). */
export function opencodeSchema(schema: unknown, wire: HostWire): SchemaResult {
  const given = isObject(schema) ? schema : {};
  const closed = {
    ...given,
    type: 'object',
    properties: given['properties'] ?? {},
    additionalProperties: false,
  };
  const result = (after: unknown, rule: 'OC-5.1' | 'OC-5.2' | 'OC-5.3'): SchemaResult => ({
    schema: after,
    lost: lostKeywords(given, after),
    findings: [],
    rules: rule === 'OC-5.1' ? [rule] : ['OC-5.1', rule],
  });
  switch (wire) {
    case 'chat':
    case 'messages':
      return result(closed, 'OC-5.1');
    case 'responses':
      return result(forResponses(closed), 'OC-5.2');
    case 'gemini':
      return result(forGemini(closed), 'OC-5.3');
  }
}
