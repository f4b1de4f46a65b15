import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconBuildingWarehouse } from "@tabler/icons-react";

import { useMemo } from "react";
import { useFleet } from "../data/fleet/index.ts";
import { stationChoice, stationTitle, useStation } from "../station/index.ts";
import { PopoverButton } from "../ui/index.ts";
import { type Choices, choicesOf } from "./picker-list.tsx";
import { OneOfMany } from "./picker.tsx";

const NO_PARTS = [] as const;

/** All stations to choose from. */
export function useStationChoices(user: SessionUser): Choices {
  const { fleet: data, error } = useFleet({ user, parts: NO_PARTS });
  // Not with each letter that is typed: there may be thousands.
  return useMemo(
    () => choicesOf({ data, error }, ({ stations }) => [...stations.values()].map(stationChoice)),
    [data, error],
  );
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
      <Stations {...props} />
    </PopoverButton>
  );
}

function Stations({ user, value, onChange }: StationMenuProps) {
  return <OneOfMany label="Station" items={useStationChoices(user)} none="Any" value={value} onChange={onChange} />;
}
