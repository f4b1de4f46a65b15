import type { ImportKind } from "@groundcrew/shared/imports";
import { sitesKind, stationTagsKind } from "./places.ts";
import { replaceablesKind, ssotKind } from "./entries.ts";
import type { Kind } from "./kind.ts";
import { stationsKind } from "./stations.ts";

/** Everything that can be imported. */
export const kinds: Record<ImportKind, Kind> = {
  stations: stationsKind,
  ssot: ssotKind,
  replaceables: replaceablesKind,
  sites: sitesKind,
  station_tags: stationTagsKind,
};
