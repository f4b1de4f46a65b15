import { z } from "zod";

/** The station types (specification, section 1). */
export const stationType = z.enum(["atlas", "universal", "global"]);
export type StationType = z.output<typeof stationType>;

/** The name of each station type. */
export const stationTypeLabels: Readonly<Record<StationType, string>> = {
  atlas: "Atlas",
  universal: "Universal",
  global: "Global",
};
