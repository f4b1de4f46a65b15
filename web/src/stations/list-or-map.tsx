import { lazy, Suspense, type ComponentProps } from "react";
import { useMedia } from "../lib/index.ts";
import { Loading } from "../ui/index.ts";
import { StationList } from "./station-list.tsx";

const StationMap = lazy(async () => ({ default: (await import("./map/station-map.tsx")).StationMap }));

/** Where the map and what switches to it are shown: on large screens only (specification, section 2). */
const LARGE = "(min-width: 40.0625em)";

/** The stations that pass, as the settings ask for them; on a small screen always as a list. */
export function ListOrMap(props: ComponentProps<typeof StationList>) {
  const { stations, settings, now } = props;
  const isLarge = useMedia(LARGE);
  if (settings.view === "list" || !isLarge) return <StationList {...props} />;
  return (
    <Suspense fallback={<Loading />}>
      <StationMap stations={stations} now={now} />
    </Suspense>
  );
}
