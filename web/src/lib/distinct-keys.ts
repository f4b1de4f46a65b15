/**
 * A React key for each of some names that a station reports, which may contain a name twice. React keeps removed rows of equal keys on the
 * page.
 */
export function distinctKeys(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${count} ${name}`;
  });
}
