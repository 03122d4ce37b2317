/** A value by a plain text key: selections come from an address, their ids are not branded. */
export function lookup<Key extends string, Value>(
  map: ReadonlyMap<Key, Value>,
  id: string,
): Value | undefined {
  const plain: ReadonlyMap<string, Value> = map;
  return plain.get(id);
}
