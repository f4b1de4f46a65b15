import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { reportedConfig } from "../link/index.ts";

/**
 * A revision of a station's configuration (specification, section 3, "Config"): what the station reported, and when it
 * did so first (`created`) and last (`seen`).
 */
export const stationConfig = reportedConfig.extend({ created: timestamp, seen: timestamp });
export type StationConfig = z.output<typeof stationConfig>;

/** So many revisions are kept of a station, the newest. One that reports another configuration at every birth must fill no disk. */
export const REVISIONS_KEPT = 500;
