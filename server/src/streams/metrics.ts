import { Counter, Gauge } from "prom-client";
import type { Db } from "../platform/db/index.ts";
import { metricValue } from "../platform/lib/index.ts";
import { countOpen } from "./queries.ts";

/** Requests for live video that a station was asked for. */
export const openings = new Counter({
  name: "groundcrew_video_streams_opened_total",
  help: "Video streams that stations were asked for, by outcome: done, refused, offline, timeout.",
  labelNames: ["outcome"],
});

/** Streams that the server ended. */
export const overdueEnds = new Counter({
  name: "groundcrew_video_streams_ended_total",
  help: "Video streams that the server has ended, by reason: silence, session, rights, out_of_service.",
  labelNames: ["reason"],
});

const databases = new Set<Db>();

const open: Gauge = new Gauge({
  name: "groundcrew_video_streams",
  help: "Open video streams, of all servers; NaN while the database is unavailable.",
  async collect() {
    open.reset();
    for (const db of databases) open.inc(await metricValue(() => countOpen(db), NaN));
  },
});

/** Includes the streams of a database in the metrics. Returns a function that removes them. */
export function watchOpenStreams(db: Db): () => void {
  databases.add(db);
  return () => void databases.delete(db);
}
