import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconBuildingWarehouse } from "@tabler/icons-react";

import { useMemo, useState } from "react";
import { useBestStations, useStations } from "../data/fleet/index.ts";
import { stationChoice, stationTitle, useStation } from "../station/index.ts";
import { PopoverButton } from "../ui/index.ts";
import { type Choice, type Choices, choicesOf, loadedChoices } from "./picker-list.tsx";
import { OneOfMany } from "./picker.tsx";

const NO_PARTS = [] as const;
const NONE: readonly never[] = [];

/** More than a picker shows, so that it says so. */
const FOUND = 31;

type StationChoices = {
  items: Choices;
  /** Has the server search what is typed: then the items are those that it found. */
  onSearch?: (typed: string) => void;
  /** The picked items, where the items may not have them. */
  picked?: readonly Choice[];
};

/** All stations to choose from, or those that the server finds in a fleet that is too large. `picked` are the names of those that are. */
export function useStationChoices(user: SessionUser, picked: readonly string[] = NONE): StationChoices {
  const { fleet: data, error } = useStations({ user, parts: NO_PARTS, wanted: { names: picked } });
  // Not with each letter that is typed into a form: there may be thousands.
  const known = useMemo(
    () => choicesOf({ data, error }, ({ stations }) => [...stations.values()].map(stationChoice)),
    [data, error],
  );
  const isInPages = user.lists_in_pages === true;
  const [typed, onSearch] = useState("");
  const { found, error: failure } = useBestStations(isInPages ? typed : null, FOUND);
  const items = useMemo(() => {
    const choice = (station: Station) => ({ ...stationChoice(station), text: typed });
    return choicesOf({ data: found, error: failure }, ({ best }) => best.map(choice));
  }, [found, failure, typed]);
  return isInPages ? { items, onSearch, picked: loadedChoices(known) ?? NONE } : { items: known };
}

type StationMenuProps = {
  user: SessionUser;
  /** The station's name; empty for any. */
  value: string;
  onChange: (name: string) => void;
};

/** The filter by station in a bar of tools. The stations are loaded when it is opened. */
export function StationMenu(props: StationMenuProps) {
  const { value } = props;
  const { data } = useStation(value === "" ? null : value);
  const chosen = value === "" ? "Any" : data ? stationTitle(data) : value;
  return (
    <PopoverButton name={`Station: ${chosen}`} icon={IconBuildingWarehouse}>
      <Stations {...props} title={chosen} />
    </PopoverButton>
  );
}

function Stations({ user, title, ...one }: StationMenuProps & { title: string }) {
  return <OneOfMany label="Station" none="Any" pickedLabel={title} {...one} {...useStationChoices(user)} />;
}
