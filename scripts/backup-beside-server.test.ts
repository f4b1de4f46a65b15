import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { attachDatabase } from "../server/src/platform/db/index.ts";
import { everyTenant } from "../server/src/platform/db/connect.ts";
import { signIn, storedTexts, writingPerson, type WritingPerson } from "../server/test/writing-person.ts";
import { groundcrew } from "./run-groundcrew.ts";
import { FREE_PORTS, startProduct } from "./start-product.ts";
import { buildWeb } from "./web-build.ts";

/** How many entries are written before the backup, and after it. */
const ENTRIES = 20;

test("a backup of a server with its own database, while a fleet reports and a person writes, has what the person wrote before it, and no later entry without an earlier one", async ({
  onTestFinished,
}) => {
  await buildWeb(() => {});
  // A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
  const home = join(tmpdir(), `groundcrew-backed-up-${randomUUID()}`);
  mkdirSync(home);
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [dataDir, copy, file] = [join(home, "data"), join(home, "copy"), join(home, "one.backup")];
  const product = startProduct({ ...FREE_PORTS, DATA_DIR: dataDir, STATIONS: "30", LOG_LEVEL: "fatal" });
  onTestFinished(async () => {
    product.child.kill("SIGKILL");
    await product.ended;
  });
  const call = await signIn(await product.ready());
  const [station]: { name: string }[] = JSON.parse((await call("/stations")).text);
  const person = writingPerson(call, station?.name ?? "");
  await expect.poll(() => person.written.length, { timeout: 60_000 }).toBeGreaterThan(ENTRIES);

  const before = person.written.length;
  expect(await groundcrew(["backup", file], { DATA_DIR: dataDir })).toMatchObject({ code: 0, errors: "" });
  const after = person.written.length;
  await expect.poll(() => person.written.length, { timeout: 60_000 }).toBeGreaterThan(after + ENTRIES);
  await person.stop();
  expect([...person.statuses.keys()]).toEqual([201]);
  product.child.kill("SIGTERM");
  expect(await product.ended).toEqual({ code: 0, errors: "" });

  expect(readdirSync(home).toSorted()).toEqual(["data", "one.backup"]);
  expect(await groundcrew(["restore", file], { DATA_DIR: copy })).toMatchObject({ code: 0, errors: "" });
  const restored = await textsIn(copy, person);
  expect(restored).toEqual(person.written.slice(0, restored.length));
  expect(restored.length).toBeGreaterThanOrEqual(before);
  // One more may have been stored before its response arrived here.
  expect(restored.length).toBeLessThanOrEqual(after + 1);
}, 300_000);

/** What a person has written, oldest first, in the embedded database of a folder. */
async function textsIn(dataDir: string, person: WritingPerson): Promise<string[]> {
  const { db, stop } = await attachDatabase({ url: null, dataDir, log: () => {} });
  try {
    // The demo has other entries.
    return (await storedTexts(everyTenant(db), person)).filter((text) => text.startsWith(`${person.station} entry `));
  } finally {
    await stop();
  }
}
