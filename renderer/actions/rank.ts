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

export interface Findable {
  readonly title: string;
  /** What else a query may name; it says less about the item than its title. */
  readonly more: string;
}

/** The best answers first, at most so many; ties keep their order. A match in the title comes before every other. */
export function best<Item>(
  items: readonly Item[],
  textOf: (item: Item) => Findable,
  query: string,
  most: number,
): Item[] {
  const scoreOf = ({ title, more }: Findable): number => {
    const inTitle = rank(title, query);
    return inTitle > 0 ? 1000 + inTitle : rank(`${title} ${more}`, query);
  };
  return items
    .map((item) => ({ item, score: scoreOf(textOf(item)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
