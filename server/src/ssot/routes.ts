import { listSsotEntries, saveReplaceables, saveSsotEntry } from "@groundcrew/shared/ssot";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/index.ts";
import { answer, notFound, route, type Call } from "../http/index.ts";
import { findStation } from "../stations/index.ts";
import { selectEntries, type Kept } from "./queries.ts";
import { marksOf, saveRevision } from "./save.ts";

type Parts = {
  db: Db;
  now: () => number;
  /** Brings stations up to date on the board; awaited, so that whoever wrote reads what they wrote. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/**
 * The single source of truth about stations: their hardware variation, and which of their parts are due for
 * replacement.
 */
export function ssotRoutes(app: FastifyInstance, { db, now, refresh }: Parts): void {
  async function save(call: Call<typeof saveSsotEntry> | Call<typeof saveReplaceables>, kept: Kept) {
    const { station } = call.params;
    const precondition = {
      ifMatch: call.headers["if-match"],
      ifUnmodifiedSince: call.headers["if-unmodified-since"],
    };
    const saved = await saveRevision(db, call, { kept, station, entry: call.body, precondition, now: now() });
    await refresh([station]);
    return saved;
  }

  route(app, listSsotEntries, async ({ params, scope }) => {
    if (!(await findStation(db, params.station, scope))) throw notFound();
    const entries = await selectEntries(db, params.station);
    return answer(200, entries, marksOf(entries[0]?.created ?? null));
  });
  route(app, saveSsotEntry, (call) => save(call, "ssot_entries"));
  route(app, saveReplaceables, (call) => save(call, "replaceables_entries"));
}
