/** The name that was meant by a misspelt one, or undefined where none is near. */
export function nearestName(misspelt: string, names: Iterable<string>): string | undefined {
  const near = [...names].map((right) => ({ right, mistakes: distance(misspelt.toLowerCase(), right.toLowerCase()) }));
  return near.filter(isNear).toSorted((a, b) => a.mistakes - b.mistakes)[0]?.right;
}

/** One letter, or in a longer name two, were left out, added, mistaken or exchanged with the next. */
function isNear({ right, mistakes }: { right: string; mistakes: number }): boolean {
  return mistakes <= (right.length < 7 ? 1 : 2);
}

/** The Damerau–Levenshtein distance, of texts in which no letter is moved twice. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)));
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const costs = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)];
      if (isExchanged) costs.push(at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = Math.min(...costs);
    }
  return at(a.length, b.length);
}
