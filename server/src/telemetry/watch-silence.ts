import { LINK_SILENCE_MS } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Pauses } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import { silentStations } from "./queries.ts";
import type { Writer } from "./writer.ts";

const EVERY_MS = 5 * SECOND_MS;

export type SilenceOptions = {
  db: Db;
  writer: Writer;
  now: () => number;
  pauses: Pick<Pauses, "heardUntil">;
  /** When all links were reset, in ms: links of stations that have not sent anything since are gone. Null where they outlive the server. */
  linksBegan: number | null;
  log: Logger;
};

/** Notices stations that have fallen silent without a word: the history is told, and every server sees it. */
export function watchSilence({ db, writer, now, pauses, linksBegan, log }: SilenceOptions) {
  async function look(): Promise<void> {
    const at = now();
    const since = Math.max(pauses.heardUntil() - LINK_SILENCE_MS, linksBegan ?? 0);
    for (const station of await silentStations(db, new Date(since).toISOString())) {
      await writer.push(station, { change: { kind: "silent", at, since } });
    }
  }

  const watching = repeat(look, { everyMs: EVERY_MS, log, failure: "silent stations could not be looked for" });
  return { look, stop: () => watching.stop() };
}
