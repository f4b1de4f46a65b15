import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { FREE_PORTS } from "../../scripts/start-product.ts";
import { testDatabase } from "./database.ts";
import { addLoad } from "./crash-load.ts";
import { killableServer } from "./killable-server.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();

/** Sets every clock of a process that loads it. */
const skew = (ms: number) => `
  const { now } = Date;
  Date.now = () => now() + ${ms};
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [now() + ${ms}] : given));
    }
  };`;

test.each([
  [3 * 3_600_000, "3.0 hours ahead of"],
  [-3 * 3_600_000, "3.0 hours behind"],
])("doctor says that the clock of this machine is %i ms off", async (skewMs, where) => {
  const folder = await mkdtemp(join(tmpdir(), "skewed-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const preload = join(folder, "skew.mjs");
  await writeFile(preload, skew(skewMs));
  const doctor = spawn(
    process.execPath,
    [fileURLToPath(new URL("../../bin/groundcrew.mjs", import.meta.url)), "doctor"],
    {
      env: { ...FREE_PORTS, DATABASE_URL, DATA_DIR: folder, NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` },
    },
  );
  const [output, [code]] = await Promise.all([text(doctor.stdout), once(doctor, "close")]);
  expect(output).toContain(
    `problem clock         This machine's clock is ${where} the database's. Run a time service (NTP)`,
  );
  expect(code).toBe(1);
});

test.each([60_000, -60_000])(
  "a server whose clock is %i ms off ends no stream and misses no change",
  async (skewMs) => {
    const folder = await mkdtemp(join(tmpdir(), "skewed-"));
    const preload = join(folder, "skew.mjs");
    await writeFile(preload, skew(skewMs));
    const server = killableServer({
      DATABASE_URL,
      DATA_DIR: folder,
      NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
    });
    try {
      const { url } = await server.start();
      const station = "gc-000000000001";
      const isThere = await db.selectFrom("stations").select("name").where("name", "=", station).executeTakeFirst();
      if (!isThere) await addLoad(db);
      const call = await signIn(url);
      const list = (after: string) => call(`/stations?filter_online_after=${encodeURIComponent(after)}`);
      const first = await list(new Date().toISOString());
      const asOf = first.headers.get("x-as-of") ?? "";
      // By the server's own clock it would be a minute from now.
      expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(45_000);

      const stream = await db
        .insertInto("streams")
        .values(await runningStream(station))
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .updateTable("stations")
        .set({ description: `Seen ${skewMs}` })
        .where("name", "=", station)
        .execute();
      await expect.poll(async () => (await list(asOf)).text).toContain(`Seen ${skewMs}`);
      // When an overdue stream is ended, the check that runs every second has run.
      const overdue = await db
        .insertInto("streams")
        .values({ ...(await runningStream(station)), last_heartbeat: new Date(Date.now() - 60_000).toISOString() })
        .returning("id")
        .executeTakeFirstOrThrow();
      const ended = async (id: string) =>
        (await db.selectFrom("streams").select("ended").where("id", "=", id).executeTakeFirstOrThrow()).ended;
      await expect.poll(() => ended(overdue.id)).not.toBeNull();
      expect(await ended(stream.id)).toBeNull();
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** A stream of the logged-in user, with a recent heartbeat. */
async function runningStream(station_name: string) {
  const { user_id, token_hash: session_hash } = await db
    .selectFrom("sessions")
    .select(["user_id", "token_hash"])
    .orderBy("created", "desc")
    .executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex");
  return { id, station_name, user_id, session_hash, opened: now, last_heartbeat: now, ended: null };
}
