import { z } from "zod";

/** The station types (specification, section 1). */
export const stationType = z.enum(["atlas", "universal", "global"]);
export type StationType = z.output<typeof stationType>;
