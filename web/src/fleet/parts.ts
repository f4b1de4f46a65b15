import type { StationFilters } from "@groundcrew/shared/stations";
import type { QueryKey } from "@tanstack/react-query";
import type { LivePart } from "../live/index.ts";

/** Parts of a station that are large or not for everyone, and retired stations. They are requested only where they are shown. */
export type FleetPart = "config" | "ssot" | "replaceables" | "retired";

/** Configs and retired stations are needed only by their filters. */
export function fleetPartsFor({ hasConfig, retired }: StationFilters): FleetPart[] {
  return [...(hasConfig ? (["config"] as const) : []), ...(retired ? (["retired"] as const) : [])];
}

/** The parts named in the key of a list's query. */
export function partsIn(queryKey: QueryKey): FleetPart[] {
  const named = String(queryKey[2]).split(",");
  return (["config", "ssot", "replaceables", "retired"] as const).filter((part) => named.includes(part));
}

/** The parts that live changes can have; they never have retired stations. */
export function livePartsOf(parts: readonly FleetPart[]): LivePart[] {
  return parts.filter((part) => part !== "retired");
}
