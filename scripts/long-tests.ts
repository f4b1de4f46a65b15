/**
 * A test that takes long at its full amount. With a smaller one it is part of `npm test`, except for the few that run only with an amount
 * (docs/reliability.md names them).
 */
export type LongTest = {
  what: string;
  /** The rows of docs/reliability.md that it shows. */
  rows: readonly string[];
  runner: "vitest" | "playwright" | "node";
  file: readonly string[];
  /** The environment variable with the amount. */
  variable: string;
  amount: number;
  unit: string;
  /** The environment variable with the random seed; null if nothing is random. */
  seed: string | null;
};

type Killing = Pick<LongTest, "what" | "rows" | "amount"> & { file: string };

/** A test that kills something at random moments. */
function killing({ file, ...test }: Killing): LongTest {
  return { ...test, runner: "vitest", file: [file], variable: "KILL_ROUNDS", unit: "kills", seed: "KILL_SEED" };
}

export const LONG_TESTS: Record<string, LongTest> = {
  "killed-server": killing({
    what: "a server that is killed while stations and a user write",
    rows: ["R1", "F1"],
    file: "server/test/killed-server.test.ts",
    amount: 200,
  }),
  "killed-database": killing({
    what: "a database that is killed while stations and a user write",
    rows: ["R2", "F2"],
    file: "server/test/killed-database.test.ts",
    amount: 50,
  }),
  "killed-broker": killing({
    what: "a broker that is killed with its data while stations send events",
    rows: ["R6", "F8"],
    file: "server/test/killed-broker.test.ts",
    amount: 50,
  }),
  "killed-notifications": killing({
    what: "servers that are killed while they send notifications",
    rows: ["R1"],
    file: "server/test/killed-notifications.test.ts",
    amount: 50,
  }),
  "killed-evaluation": killing({
    what: "servers that are killed while they evaluate alert rules",
    rows: ["R1"],
    file: "server/test/killed-evaluation.test.ts",
    amount: 50,
  }),
  "killed-restore": killing({
    what: "a server that is killed while stations send events again after a restore",
    rows: ["R19", "F25"],
    file: "server/test/killed-restore.test.ts",
    amount: 30,
  }),
  "killed-backup": killing({
    what: "the commands for backup and restore, killed at any moment",
    rows: ["R19", "F25"],
    file: "server/test/killed-backup.test.ts",
    amount: 30,
  }),
  "killed-resolution": {
    what: "a server that is killed while it resolves the errors of a group",
    rows: ["R1"],
    runner: "vitest",
    file: ["server/test/killed-resolution.test.ts"],
    variable: "KILLED_RESOLUTION",
    amount: 100_000,
    unit: "errors",
    seed: null,
  },
  "failing-writes": {
    ...killing({
      what: "single writes and syncs of the database that fail while stations and a user write",
      rows: ["F7"],
      file: "server/test/failing-writes.test.ts",
      amount: 100,
    }),
    unit: "failures",
  },
  model: {
    what: "sequences of calls by everybody, compared with a model in memory",
    rows: ["R9"],
    runner: "vitest",
    file: ["server/test/model/model.test.ts"],
    variable: "MODEL_RUNS",
    amount: 5_000,
    unit: "sequences",
    seed: "MODEL_SEED",
  },
  "steady-memory": {
    what: "memory, sockets, timers and database connections while stations and people work",
    rows: ["R16"],
    runner: "vitest",
    file: ["server/test/steady-memory.test.ts"],
    variable: "STEADY_MINUTES",
    amount: 24 * 60,
    unit: "minutes",
    seed: null,
  },
  "little-memory": {
    what: "stations that connect at once to a server with little memory",
    rows: ["F26"],
    runner: "vitest",
    file: ["server/test/little-memory.test.ts"],
    variable: "LITTLE_MEMORY_STATIONS",
    amount: 1_000,
    unit: "stations",
    seed: null,
  },
  mutations: {
    what: "small changes of the code that decides about access, sessions and preconditions, which tests should notice",
    rows: ["S24"],
    runner: "node",
    file: ["scripts/mutations/run.ts"],
    variable: "MUTANTS",
    amount: 1_000,
    unit: "mutants at most",
    seed: "MUTANT_SEED",
  },
  "any-order": {
    what: "logs of telemetry and events in any order and repeated",
    rows: ["R7", "F9", "F10"],
    runner: "vitest",
    file: ["server/src/ingest/any-order.test.ts", "server/src/ingest/order.test.ts", "server/src/ingest/log.test.ts"],
    variable: "ORDER_RUNS",
    amount: 10_000,
    unit: "logs",
    seed: "ORDER_SEED",
  },
  "alert-promises": {
    what: "sequences of readings, edits of rules, restarts and what people do about alerts, compared with what alerts promise",
    rows: ["R22"],
    runner: "vitest",
    file: ["shared/src/alerts/promises.test.ts"],
    variable: "PROMISE_RUNS",
    amount: 20_000,
    unit: "sequences",
    seed: "PROMISE_SEED",
  },
  "concurrent-saves": {
    what: "several users who save the same SSoT entry",
    rows: ["R10", "F19"],
    runner: "vitest",
    file: ["server/src/ssot/concurrent-saves.test.ts"],
    variable: "SAVE_RUNS",
    amount: 1_000,
    unit: "schedules",
    seed: "SAVE_SEED",
  },
  fuzz: {
    what: "invalid and unusual requests to every call",
    rows: ["S3", "S18", "F12"],
    runner: "vitest",
    file: ["server/test/access/fuzz/fuzz.test.ts"],
    variable: "FUZZ_RUNS",
    amount: 10_000,
    unit: "requests a call",
    seed: "FUZZ_SEED",
  },
  "hostile-messages": {
    what: "invalid messages of a station",
    rows: ["F12"],
    runner: "vitest",
    file: ["server/src/ingest/hostile.test.ts"],
    variable: "HOSTILE_MESSAGES",
    amount: 200_000,
    unit: "messages",
    seed: null,
  },
  "reconnecting-fleet": {
    what: "a fleet that reconnects at once",
    rows: ["R13", "F13"],
    runner: "vitest",
    file: ["server/test/reconnecting-fleet.test.ts"],
    variable: "RECONNECTING_STATIONS",
    amount: 1_000,
    unit: "stations",
    seed: null,
  },
  "reporting-fleet": {
    what: "3,000 stations that send a message every ten seconds, and a person",
    rows: ["R13"],
    runner: "vitest",
    file: ["server/test/reporting-fleet.test.ts"],
    variable: "REPORTING_MINUTES",
    amount: 60,
    unit: "minutes",
    seed: null,
  },
  "double-submits": {
    what: "forms that are submitted twice, also after a lost response",
    rows: ["R11", "F20"],
    runner: "playwright",
    file: ["e2e/deep/double-submits.spec.ts"],
    variable: "DOUBLE_SUBMITS",
    amount: 500,
    unit: "rounds",
    seed: null,
  },
  "frozen-database": {
    what: "a database that does not respond",
    rows: ["R4", "F3"],
    runner: "vitest",
    file: ["server/test/frozen-database.test.ts"],
    variable: "FROZEN_S",
    amount: 60,
    unit: "seconds",
    seed: null,
  },
  "frozen-server": {
    what: "a server that is frozen for a while and resumes",
    rows: ["F4"],
    runner: "vitest",
    file: ["server/test/frozen-server.test.ts"],
    variable: "FROZEN_SERVER_S",
    amount: 90,
    unit: "seconds",
    seed: null,
  },
  "busy-start": {
    what: "a first start on a busy machine whose database freezes",
    rows: ["F3"],
    runner: "vitest",
    file: ["scripts/busy-start.test.ts"],
    variable: "START_LOAD",
    amount: 10,
    unit: "busy processes for each core",
    seed: null,
  },
  redirects: {
    what: "addresses to open after a login",
    rows: ["S13"],
    runner: "playwright",
    file: ["e2e/deep/redirects.spec.ts"],
    variable: "REDIRECTS",
    amount: 10_000,
    unit: "values",
    seed: "REDIRECTS_SEED",
  },
  "synced-commits": {
    what: "the order of writing to disk and acknowledging, by strace",
    rows: ["R3"],
    runner: "vitest",
    file: ["server/test/synced-commits.test.ts"],
    variable: "SYNC_SAMPLES",
    amount: 500,
    unit: "events and as many entries",
    seed: null,
  },
  draining: {
    what: "the product that is stopped while a hundred clients wait for answers",
    rows: ["R17", "F23"],
    runner: "vitest",
    file: ["scripts/stopped-under-load.test.ts"],
    variable: "STOPS",
    amount: 50,
    unit: "stops",
    seed: null,
  },
  overload: {
    what: "far more clients than the server can answer",
    rows: ["R14"],
    runner: "vitest",
    file: ["server/test/overload.test.ts"],
    variable: "OVERLOAD_S",
    amount: 30,
    unit: "seconds each",
    seed: null,
  },
  installation: {
    what: "a release as its unit runs it, and the Debian package in a scratch root",
    rows: ["S16"],
    runner: "vitest",
    file: ["scripts/systemd.test.ts", "scripts/debian-package.test.ts"],
    variable: "INSTALLATIONS",
    amount: 1,
    unit: "of each kind",
    seed: null,
  },
};
