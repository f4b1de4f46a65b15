import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { readinessReason, readinessState } from "./readiness.ts";

/**
 * The readiness of a station from a time on, until its next change. `state` is null once the station is retired. `reasons` are all, worst first.
 * `maintenance` says whether the station is in maintenance, `link` whether its link is up. There is a change when the state, the first reason,
 * the maintenance, the link, or the organization is another one.
 */
export const readinessChange = z.object({
  at: timestamp,
  state: readinessState.nullable(),
  reasons: z.array(readinessReason),
  maintenance: z.boolean(),
  link: z.boolean(),
});
export type ReadinessChange = z.output<typeof readinessChange>;
