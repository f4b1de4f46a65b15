import type { Logger } from "pino";
import { isDatabaseUnavailable, type Db } from "../../platform/db/index.ts";
import { version } from "../../platform/version.ts";
import { Board } from "./board.ts";
import type { BoardRow } from "./row-changes.ts";
import { takeBoardFile, writeBoardFile, type SavedBoard } from "./board-file.ts";
import { revisionOf, telemetryOf, type Entry } from "./entry.ts";
import { boardSource, outdatedStates, unchangedSince } from "../queries.ts";
import { readerOf, type BoardReader } from "./read-board.ts";

/** How many saved stations are compared with the database. */
const SAMPLE = 50;
/** How many versions of states are compared with the database at once. */
const COMPARED_AT_ONCE = 10_000;
/** Increased when entries are saved differently, so that a file of another kind is not read. */
const FORMAT = 7;
const EVERYTHING = { orgId: null, admin: true, withRetired: true };

/**
 * The board that the server saved when it last stopped, and where it saves it next. It is used only with the tables and the version of the
 * program that it was read with, and only if some of its stations are found to be the same in the database.
 */
export async function openSavedBoard(path: string, { db, log }: { db: Db; log: Logger }) {
  const tables = await boardSource(db).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error;
    log.info(
      { err: error },
      "the stations are not saved for the next start, because the server may not identify its database",
    );
    return null;
  });
  const source = tables === null ? null : `${FORMAT} ${version()} ${tables}`;

  async function isCurrent({ horizon, entries }: SavedBoard): Promise<boolean> {
    const step = Math.max(1, Math.floor(entries.length / SAMPLE));
    const sample = new Map(entries.filter((_, index) => index % step === 0).map((entry) => [entry.name, entry]));
    const names = await unchangedSince(db, horizon, [...sample.keys()]);
    const found = new Board(() => 0);
    await readerOf(found, { db, server: "" }).some(names);
    return names.length > 0 && names.every((name) => isSame(sample.get(name), found.find(name, EVERYTHING)));
  }

  async function outdated(rows: readonly BoardRow[]): Promise<string[]> {
    const names: string[] = [];
    for (let at = 0; at < rows.length; at += COMPARED_AT_ONCE) {
      const some = rows.slice(at, at + COMPARED_AT_ONCE).map(({ entry }) => entry);
      names.push(...(await outdatedStates(db, some)));
    }
    return names;
  }

  return {
    /** Fills a board with what was saved and what has changed since. False if nothing usable was saved. */
    async restore(board: Board, reader: Pick<BoardReader, "changed" | "some">): Promise<boolean> {
      const saved = source === null ? null : await takeBoardFile(path, source);
      if (saved === null) return false;
      if (!(await isCurrent(saved))) {
        log.info("the saved stations differ from the database, so all are read again");
        return false;
      }
      board.restore(saved.entries);
      await reader.changed({ since: saved.horizon });
      // States that this server wrote last were put on the board by telemetry, except when it did not learn that it had written them.
      await reader.some(await outdated(board.list(EVERYTHING)));
      return true;
    },
    /** Saves a board that has everything committed before a transaction. A failure only makes the next start slower. */
    async save(board: Board, horizon: string): Promise<void> {
      if (source === null) return;
      const entries = board.list(EVERYTHING).map(({ entry }) => entry);
      await writeBoardFile(path, { source, horizon, entries }).catch((error: unknown) => {
        log.warn({ err: error }, "the stations could not be saved for the next start");
      });
    },
  };
}

/** A birth changes when a configuration was last seen without marking its station. */
function isSame(saved: Entry | undefined, found: Entry | undefined): boolean {
  if (!saved || !found || saved.state.version !== found.state.version) return false;
  return revisionOf(saved, true) === revisionOf(found, true) && telemetryOf(saved) === telemetryOf(found);
}
