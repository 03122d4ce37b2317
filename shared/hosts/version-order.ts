/** By numeric parts, a preview such as 0.159.0-alpha.12 before its release; a part that is no number counts as zero. */
export function compareVersions(left: string, right: string): number {
  const [a, preview] = partsOf(left);
  const [b, otherPreview] = partsOf(right);
  return (
    compareParts(a, b) ||
    Number(otherPreview !== undefined) - Number(preview !== undefined) ||
    compareParts(preview ?? [], otherPreview ?? [])
  );
}

function partsOf(version: string): [release: number[], preview?: number[]] {
  const dash = version.search(/-[a-z]/i);
  const numbers = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
  return dash === -1
    ? [numbers(version)]
    : [numbers(version.slice(0, dash)), numbers(version.slice(dash + 1))];
}

function compareParts(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
