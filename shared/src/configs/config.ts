import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { reportedConfig } from "../link/index.ts";

/**
 * A revision of a station's configuration (specification, section 3, "Config"): what the station reported, and when it first (`created`)
 * and last (`seen`) did so.
 */
export const stationConfig = reportedConfig.extend({ created: timestamp, seen: timestamp });
export type StationConfig = z.output<typeof stationConfig>;

/**
 * How many revisions are stored per station; older ones are deleted. The limit bounds the space for a station that reports a different
 * configuration at every birth.
 */
export const REVISIONS_KEPT = 500;
