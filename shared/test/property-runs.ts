type Runs = { numRuns: number; seed?: number };

/** How many cases a property tries, and the random seed for them: with the name `ORDER`, from `ORDER_RUNS` and `ORDER_SEED`. */
export function propertyRuns(name: string, fallback: number): Runs {
  return { numRuns: Number(process.env[`${name}_RUNS`] ?? fallback), ...seedOf(name) };
}

/** How many cases a property tries: so many in `npm test`, and `CASES` times as many in `npm run test:deep more-cases`. */
export function cases(count: number): Runs {
  return { numRuns: count * Number(process.env["CASES"] ?? 1), ...seedOf("CASES") };
}

function seedOf(name: string): { seed?: number } {
  const seed = process.env[`${name}_SEED`];
  return seed === undefined ? {} : { seed: Number(seed) };
}
