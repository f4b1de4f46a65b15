/** How many cases a property tries, and the random seed for them: with the name `ORDER`, from `ORDER_RUNS` and `ORDER_SEED`. */
export function propertyRuns(name: string, fallback: number): { numRuns: number; seed?: number } {
  const numRuns = Number(process.env[`${name}_RUNS`] ?? fallback);
  const seed = process.env[`${name}_SEED`];
  return seed === undefined ? { numRuns } : { numRuns, seed: Number(seed) };
}
