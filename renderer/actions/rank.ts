/** How well a text answers a query, 0 for not at all. Every word must occur; starts of words and exact texts count more. */
export function rank(text: string, query: string): number {
  const haystack = text.toLowerCase();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let score = 1;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at < 0) return 0;
    const startsWord = at === 0 || /[^a-z0-9]/.test(haystack[at - 1] ?? '');
    score += (startsWord ? 2 : 1) + word.length / haystack.length;
  }
  return haystack === query.toLowerCase() ? score + 10 : score;
}

/** The best answers first, at most so many; ties keep their order. */
export function best<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  query: string,
  most: number,
): Item[] {
  return items
    .map((item) => ({ item, score: rank(textOf(item), query) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
