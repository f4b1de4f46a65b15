import { Counter } from "prom-client";
import type { Db } from "../platform/db/index.ts";
import { gaugesOf, metricValue } from "../platform/lib/index.ts";
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

const databases = gaugesOf<Db>();

databases.add(
  {
    name: "groundcrew_video_streams",
    help: "Open video streams, of all servers; NaN while the database is unavailable.",
  },
  async (open, db) => open.inc(await metricValue(() => countOpen(db), NaN)),
);

/** Includes the streams of a database in the metrics until it is stopped. */
export const watchOpenStreams = databases.watch;
