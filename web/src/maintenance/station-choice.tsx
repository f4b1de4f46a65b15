import { sitesOf, type Site, type Station } from "@groundcrew/shared/stations";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { useState } from "react";
import { useStations } from "../data/fleet/index.ts";
import { Names, PickerChips, useStationChoices } from "../kit/index.ts";
import { countText, namesText } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { CheckField } from "../ui/index.ts";
import { othersOfSites } from "./chosen-stations.ts";
import styles from "./maintenance.module.css";

/** More stations than this are not listed one by one. */
const LISTED_MAX = 12;

type StationChoiceProps = {
  user: SessionUser;
  /** The stations that the dialog was opened for. */
  first: readonly Station[];
  chosen: readonly Station[];
  onChange: (names: string[]) => void;
};

/** The stations of a maintenance: those it was opened for, perhaps the others at their sites, and any others. */
export function StationChoice({ user, first, chosen, onChange }: StationChoiceProps) {
  const [only] = chosen;
  const names = chosen.map(({ name }) => name);
  const choices = useStationChoices(user, names);
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
          {...choices}
          value={names}
          isBare={!isListed}
          onChange={onChange}
        />
      </div>
      <SiteField {...{ user, first, names, onChange }} />
    </div>
  );
}

function placeOf({ organization_name, location_deployment }: Station): string {
  return [organization_name, location_deployment].filter(Boolean).join(" · ");
}

type SiteFieldProps = Pick<StationChoiceProps, "user" | "first" | "onChange"> & { names: readonly string[] };

const NO_PARTS = [] as const;
/** The most sites of a list. */
const SITES_MAX = 50;

/** Finds the stations that may be at the sites of some. In a fleet that is too large to be loaded, stations without a site have no others at theirs. */
function useNeighbors(user: SessionUser, first: readonly Station[]): readonly Station[] {
  const sites = [...new Set(first.flatMap(({ site_id }) => site_id ?? []))].slice(0, SITES_MAX);
  const { fleet } = useStations({
    user,
    parts: NO_PARTS,
    wanted: sites.length === 0 ? null : { query: { site: sites.join(",") } },
  });
  return [...(fleet?.stations.values() ?? [])].filter(({ retired }) => retired === null);
}

/** Whether the other stations at the sites are included. Nothing if there are none. */
function SiteField({ user, first, names, onChange }: SiteFieldProps) {
  const stations = useNeighbors(user, first);
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
