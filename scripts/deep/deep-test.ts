/** A test that `npm run test:deep` runs, because it takes too long for each change, or kills, fills or starts what other tests share. */
export type DeepTest = {
  what: string;
  /** The rows of docs/reliability.md that it shows. */
  rows: readonly string[];
  /** The folders and files whose changes make its last run outdated, besides its own files. */
  protects: readonly string[];
  runner: "vitest" | "playwright" | "node";
  files: readonly string[];
  /** How much it does; null if it always does the same. */
  amount: Amount | null;
  /** The environment variable with the random seed; null if nothing is random. */
  seed: string | null;
  /** True if `npm test` runs it too, at a small amount. */
  inGate: boolean;
};

/** The environment variable with the amount, and the amount that counts as a whole run. */
type Amount = { variable: string; full: number; unit: string };

type Given = Pick<DeepTest, "what" | "protects" | "files"> & Partial<DeepTest>;

export function deepTest(given: Given): DeepTest {
  return { rows: [], runner: "vitest", amount: null, seed: null, inGate: false, ...given };
}

type Killing = Pick<DeepTest, "what" | "rows" | "protects" | "files"> & { kills: number };

/** A test that kills something at random moments. */
export function killing({ kills, ...given }: Killing): DeepTest {
  return deepTest({
    ...given,
    amount: { variable: "KILL_ROUNDS", full: kills, unit: "kills" },
    seed: "KILL_SEED",
  });
}

/** What stores what stations send. */
export const INGEST = ["server/src/platform/db", "server/src/ingest", "server/src/platform/link"];
/** What answers calls of people. */
export const CALLS = ["server/src/platform/db", "server/src/platform/http", "server/src/sessions"];
