import { pino } from "pino";
import { expect, test } from "vitest";
import { databaseUnavailable, testDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { authenticateStations, startCredentialSync } from "./credentials.ts";

const { db } = await testDatabase();
const org_id = await addOrganization(db, "Harbor Air");
const authenticate = authenticateStations(db);

await addStation(db, { name: "gc-good", org_id });
await addStation(db, { name: "gc-mocked", org_id, actual: false });
await addStation(db, { name: "gc-retired", org_id, retired: "2026-01-01T00:00:00.000Z" });
await addStation(db, { name: "gc-silent", org_id, telemetry_enabled: false });
await addStation(db, { name: "gc-keyless", org_id, api_password_hash: null });

test.each([
  { name: "gc-good", secret: "secret-of-gc-good", verdict: "accepted" },
  { name: "gc-mocked", secret: "secret-of-gc-mocked", verdict: "accepted" },
  { name: "gc-good", secret: "secret-of-gc-mocked", verdict: "wrong_secret" },
  { name: "gc-good", secret: "", verdict: "wrong_secret" },
  { name: "gc-retired", secret: "secret-of-gc-retired", verdict: "disabled" },
  { name: "gc-silent", secret: "secret-of-gc-silent", verdict: "disabled" },
  { name: "gc-keyless", secret: "", verdict: "disabled" },
  { name: "gc-none", secret: "secret-of-gc-none", verdict: "unknown" },
])("$name with the secret '$secret' is $verdict", async ({ name, secret, verdict }) => {
  expect(await authenticate(name, secret)).toMatchObject({ verdict });
});

test("simultaneous requests get the result of their own station, and later requests get the current result", async () => {
  const name = await addStation(db, { name: "gc-changing", org_id });
  const verdictOf = async (station: string, secret: string) => (await authenticate(station, secret)).verdict;
  const connectEach = () =>
    Promise.all([
      verdictOf("gc-good", "secret-of-gc-good"),
      verdictOf(name, `secret-of-${name}`),
      verdictOf("gc-none", ""),
      verdictOf(name, "guessed"),
    ]);
  expect(await connectEach()).toEqual(["accepted", "accepted", "unknown", "wrong_secret"]);
  const before = connectEach();
  await db.updateTable("stations").set({ telemetry_enabled: false }).where("name", "=", name).execute();
  expect(await connectEach()).toEqual(["accepted", "disabled", "unknown", "disabled"]);
  await before;
});

test("each connection that any server accepts has a higher epoch than those before", async () => {
  const other = authenticateStations(db);
  const epochs: number[] = [];
  for (const server of [authenticate, other, authenticate]) {
    const found = await server("gc-good", "secret-of-gc-good");
    if (found.verdict === "accepted") epochs.push(found.epoch);
  }
  expect(epochs).toHaveLength(3);
  expect(epochs).toEqual(epochs.toSorted((one, next) => one - next));
  expect(new Set(epochs).size).toBe(3);
});

test("without the database the credentials of a station are neither accepted nor rejected", async () => {
  const unavailable = databaseUnavailable();
  const verdicts = [authenticateStations(unavailable)("gc-good", ""), authenticateStations(unavailable)("gc-good", "")];
  expect((await Promise.allSettled(verdicts)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await unavailable.destroy();
});

test("after an outage, a password is written whose transaction has a number that was given before", async ({
  onTestFinished,
}) => {
  let isDown = false;
  const plugin = db.withPlugin({
    transformQuery({ node }) {
      if (isDown) throw new Error("The database is down.");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  let written: string[] = [];
  const files = {
    write: async (stations: readonly { name: string }[]) => void (written = stations.map(({ name }) => name)),
  };
  const failing = Object.assign(plugin, { hasTenants: true } as const);
  const failures: string[] = [];
  const log = pino({}, { write: (line) => void failures.push(line) });
  const sync = await startCredentialSync({ db: failing, files, log });
  onTestFinished(() => sync.stop());
  expect(written).toContain("gc-good");
  isDown = true;
  await addStation(db, { name: "gc-again", org_id, changed_xid: "1" });
  await expect.poll(() => failures).not.toEqual([]);
  isDown = false;
  await expect.poll(() => written).toContain("gc-again");
});
