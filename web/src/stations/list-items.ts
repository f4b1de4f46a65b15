import type { Station, StationsOfGroup } from "@groundcrew/shared/stations";

/** A line of the list: the heading of a group, or a station with its position among all of them (from 1). */
export type ListItem =
  | { kind: "group"; key: string; group: StationsOfGroup<Station>; isOpen: boolean }
  | { kind: "station"; key: string; station: Station; position: number };

/** The lines of the list in order. Ungrouped stations have no heading; a closed group shows only its heading. */
export function listItems(groups: readonly StationsOfGroup<Station>[], closed: ReadonlySet<string>): ListItem[] {
  const items: ListItem[] = [];
  let before = 0;
  for (const group of groups) {
    const isOpen = group.label === "" || !closed.has(group.key);
    if (group.label !== "") items.push({ kind: "group", key: `group ${group.key}`, group, isOpen });
    if (isOpen) {
      for (const [at, station] of group.stations.entries()) {
        items.push({ kind: "station", key: station.name, station, position: before + at + 1 });
      }
    }
    before += group.stations.length;
  }
  return items;
}
