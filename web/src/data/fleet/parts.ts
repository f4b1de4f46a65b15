import { listParts, type ListPart } from "@groundcrew/shared/stations";
import type { QueryKey } from "@tanstack/react-query";
import type { LivePart } from "../live/index.ts";

/** The beginning of the key of every list of stations; the user and the parts that were requested follow. */
export const stationsKey = ["stations"] as const;

/** The parts named in the key of a list's query. */
export function partsIn(queryKey: QueryKey): ListPart[] {
  const named = String(queryKey[2]).split(",");
  return listParts.filter((part) => named.includes(part));
}

/** The parts that live changes can have; they never have retired stations. */
export function livePartsOf(parts: readonly ListPart[]): LivePart[] {
  return parts.filter((part) => part !== "retired");
}
