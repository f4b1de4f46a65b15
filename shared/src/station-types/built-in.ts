import { atlas } from "./atlas.ts";
import { global } from "./global.ts";
import type { StationTypes } from "./metadata.ts";
import { universal } from "./universal.ts";

/** What each type of station is, unless a deployment says otherwise (specification, section 3, "Built-in config"). */
export const builtInStationTypes: StationTypes = { atlas, universal, global };
