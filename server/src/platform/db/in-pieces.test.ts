import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { limitedDatabase } from "../../../test/database.ts";
import { addOrganization, addStations } from "../../../test/stations.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { inTransaction, lockInPieces, type Db } from "./index.ts";

const { db } = await limitedDatabase();
/** A station that somebody holds for longer than others wait for a lock (ms). */
const HELD_MS = 2_500;

test("many rows are locked in the order of their names, and one that somebody holds is waited for longer", async () => {
  await addOrganization(db, "Harbor Air");
  const names = (await addStations(db, 300)).toSorted();
  const holding = await db.startTransaction().execute();
  await sql`select from stations where name = ${names.at(-1)} for update`.execute(holding);
  const pieces: string[][] = [];
  const limitOf = async (tx: Db) =>
    (await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(tx)).rows;
  const locked = inTransaction(db, async (tx) => {
    const usual = await limitOf(tx);
    await lockInPieces(tx, names.toReversed(), async (piece) => {
      pieces.push([...piece]);
      await sql`select from stations where name = any(${piece}) order by name for no key update`.execute(tx);
    });
    expect(await limitOf(tx)).toEqual(usual);
  });
  await expect.poll(() => waitingForLocks(db)).toBe(1);
  await sleep(HELD_MS);
  await holding.commit().execute();
  await locked;
  expect(pieces.flat()).toEqual(names);
  expect(pieces.length).toBeGreaterThan(1);
});
