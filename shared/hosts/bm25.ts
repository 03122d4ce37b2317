/** Okapi BM25 with its customary constants. */
const K1 = 1.2;
const B = 0.75;

export interface Bm25Index {
  /** Positions of the best texts, best first; equal scores keep the order of the texts. */
  search(query: string, limit: number): { index: number; score: number }[];
}

/** Words in lower case; camelCase, snake_case and punctuation separate words. */
export function words(text: string): string[] {
  return (
    text
      .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

export function bm25Index(texts: readonly string[]): Bm25Index {
  /** By word: in which text, how often. */
  const postings = new Map<string, Map<number, number>>();
  const lengths = texts.map((text, index) => {
    const own = words(text);
    for (const word of own) {
      const places = postings.get(word) ?? new Map<number, number>();
      places.set(index, (places.get(index) ?? 0) + 1);
      postings.set(word, places);
    }
    return own.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  return {
    search(query, limit) {
      const scores = new Map<number, number>();
      for (const word of new Set(words(query))) {
        const places = postings.get(word);
        if (places === undefined) continue;
        const rarity = Math.log(1 + (texts.length - places.size + 0.5) / (places.size + 0.5));
        for (const [index, count] of places) {
          const norm = K1 * (1 - B + (B * (lengths[index] ?? 0)) / mean);
          scores.set(index, (scores.get(index) ?? 0) + (rarity * count * (K1 + 1)) / (count + norm));
        }
      }
      return [...scores]
        .map(([index, score]) => ({ index, score }))
        .toSorted((left, right) => right.score - left.score || left.index - right.index)
        .slice(0, limit);
    },
  };
}
