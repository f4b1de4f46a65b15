import type { ComponentProps } from "react";
import type { MapAt } from "@groundcrew/shared/stations";
import { useMedia } from "../lib/index.ts";
import { lazyPanel } from "../ui/index.ts";
import { StationList } from "./station-list.tsx";

const StationMap = lazyPanel(async () => (await import("./map/station-map.tsx")).StationMap);

/** Windows that show the map and the switch to it: large screens only (specification, section 2). */
const LARGE = "(min-width: 40.0625em)";

type ListOrMapProps = ComponentProps<typeof StationList> & { onMapAt: (at: MapAt | null) => void };

/** The filtered stations as a list or a map, as set; on a small screen always as a list. */
export function ListOrMap({ onMapAt, ...props }: ListOrMapProps) {
  const { stations, settings } = props;
  const isLarge = useMedia(LARGE);
  if (settings.view === "list" || !isLarge) return <StationList {...props} />;
  return (
    <StationMap stations={stations} at={settings.mapAt} onAt={onMapAt}>
      {(inView) => <StationList {...props} stations={inView} />}
    </StationMap>
  );
}
