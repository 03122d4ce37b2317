/** The row that a key leads to from `from` among `count` rows; undefined when the key is none of ours. */
export function nextIndex(key: string, from: number, count: number, page = 10): number | undefined {
  if (count === 0) return undefined;
  const clamp = (index: number): number => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(from + 1);
    case 'ArrowUp':
      return clamp(from - 1);
    case 'PageDown':
      return clamp(from + page);
    case 'PageUp':
      return clamp(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
