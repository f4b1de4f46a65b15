import { atlas } from "./atlas.ts";
import { global } from "./global.ts";
import type { StationTypes } from "./metadata.ts";
import { universal } from "./universal.ts";

/** The metadata of each station type, unless a deployment overrides it (specification, section 3, "Built-in config"). */
export const builtInStationTypes: StationTypes = { atlas, universal, global };
