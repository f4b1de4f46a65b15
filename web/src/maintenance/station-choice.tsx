import { sitesOf, type Site, type Station } from "@groundcrew/shared/stations";
import { useMemo, useState } from "react";
import type { Fleet } from "../data/fleet/index.ts";
import { Names, PickerChips } from "../kit/index.ts";
import { countText, namesText } from "../lib/index.ts";
import { stationChoice, stationTitle } from "../station/index.ts";
import { CheckField } from "../ui/index.ts";
import { othersOfSites } from "./chosen-stations.ts";
import styles from "./maintenance.module.css";

/** More stations than this are not listed one by one. */
const LISTED_MAX = 12;

type StationChoiceProps = {
  /** The stations that the dialog was opened for. */
  first: readonly Station[];
  fleet: Fleet | undefined;
  chosen: readonly Station[];
  onChange: (names: string[]) => void;
};

/** The stations of a maintenance: those it was opened for, perhaps the others at their sites, and any others. */
export function StationChoice({ first, fleet, chosen, onChange }: StationChoiceProps) {
  const [only] = chosen;
  const known = fleet?.stations;
  // Not with each letter that is typed into the dialog: there may be thousands.
  const { stations, items } = useMemo(() => {
    const inService = [...(known?.values() ?? [])].filter(({ retired }) => retired === null);
    return { stations: inService, items: known && inService.map(stationChoice) };
  }, [known]);
  const names = chosen.map(({ name }) => name);
  const isListed = names.length > 1 && names.length <= LISTED_MAX;
  return (
    <div className={`p-2h-3 grid gap-2 small rounded ${styles.stations}`}>
      <div className={`row wrap justify-between gap-2 min-0 anywhere ${styles.who}`}>
        {names.length === 1 && only && (
          <span>
            <b className="default">{stationTitle(only)}</b> {placeOf(only)}
          </span>
        )}
        {names.length > LISTED_MAX && (
          <span>
            <Names names={chosen.map(stationTitle)} />
          </span>
        )}
        <PickerChips
          label="Stations"
          action="Add stations"
          items={items}
          value={names}
          isBare={!isListed}
          onChange={onChange}
        />
      </div>
      <SiteField {...{ first, stations, names, onChange }} />
    </div>
  );
}

function placeOf({ organization_name, location_deployment }: Station): string {
  return [organization_name, location_deployment].filter(Boolean).join(" · ");
}

type SiteFieldProps = Pick<StationChoiceProps, "first" | "onChange"> & {
  stations: readonly Station[];
  names: readonly string[];
};

/** Whether the other stations at the sites are included. Nothing if there are none. */
function SiteField({ first, stations, names, onChange }: SiteFieldProps) {
  const [sites, setSites] = useState<ReadonlyMap<string, Site> | null>(null);
  // Once: sites do not change while a dialog is open, and it takes a moment for thousands of stations.
  if (sites === null && stations.length > 0)
    setSites(sitesOf(stations.filter(({ maintenance }) => maintenance === null)));
  const firstNames = first.map(({ name }) => name);
  const others = sites === null ? [] : othersOfSites(firstNames, sites);
  if (others.length === 0) return null;
  const isChecked = others.every((name) => names.includes(name));
  const titles = stations.filter(({ name }) => others.includes(name)).map(stationTitle);
  const place = first.length === 1 ? "this site" : "these sites";
  return (
    <CheckField
      label={`Also the ${others.length === 1 ? "other station" : countText(others.length, "other station")} of ${place}: ${namesText(titles)}`}
      checked={isChecked}
      onChange={(isOn) => {
        const rest = names.filter((name) => !others.includes(name));
        onChange(isOn ? [...rest, ...others] : rest);
      }}
    />
  );
}
