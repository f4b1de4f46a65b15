import { type ComponentProps, memo } from "react";
import { ownValue } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { copyText } from "../lib/index.ts";
import { classes, Icon, PlainLink, toast } from "../ui/index.ts";
import type { TelemetryPart } from "./route.ts";
import styles from "./station.module.css";
import { stationTypeLabels, type StationType } from "@groundcrew/shared/telemetry";
import {
  IconBuildingWarehouse,
  IconCircleDashed,
  IconCube,
  IconWorld,
  type Icon as TablerIcon,
} from "@tabler/icons-react";

/** A path below a station's page. That of its support log may name an entry. */
type StationPath =
  | ""
  | "edit"
  | "supportlog"
  | `supportlog#${number}`
  | `telemetry/latest/${TelemetryPart}`
  | "config"
  | "config/history"
  | "ssot"
  | "cameras"
  | "streams";

type StationLinkProps = Omit<ComponentProps<typeof PlainLink>, "href"> & { name: string; path?: StationPath };

/** A link to a station's page. */
export function StationLink({ name, path = "", ...rest }: StationLinkProps) {
  return <PlainLink {...rest} href={`/stations/${name}${path === "" ? "" : `/${path}`}`} />;
}

/** A station's title on screen: its serial number, or its name if it has none. */
export function stationTitle(station: Pick<Station, "serial_number" | "name">): string {
  return station.serial_number || station.name;
}

/** A station as a choice in a list or menu. */
export function stationChoice(station: Pick<Station, "serial_number" | "name" | "organization_name">) {
  return { id: station.name, label: stationTitle(station), about: station.organization_name };
}

/** The station's type. Pressing it copies the station's name. */
export const TypeButton = memo(function TypeButton({
  station,
  className,
}: {
  station: Station;
  className?: string | undefined;
}) {
  const { label, icon } = stationTypeIcon(station);

  async function handleClick() {
    if (await copyText(station.name)) toast("success", `Copied ${station.name} to clipboard`);
    else toast("danger", `This browser does not allow copying here. The name is ${station.name}`);
  }

  return (
    <button
      type="button"
      className={classes("square-32 row justify-center no-border rounded sunken soft pointer", styles.type, className)}
      title={`${label}: copy station name`}
      aria-label={`${label}: copy station name ${station.name}`}
      onClick={() => void handleClick()}
    >
      <Icon icon={icon} size="l" />
    </button>
  );
});

export const stationTypeIcons: Record<StationType, TablerIcon> = {
  atlas: IconBuildingWarehouse,
  universal: IconCube,
  global: IconWorld,
};

/** Label and icon of a station's type. A newer server may send a type that this page does not know. */
export function stationTypeIcon({ station_type }: Pick<Station, "station_type">): { label: string; icon: TablerIcon } {
  const label = ownValue(stationTypeLabels, station_type) ?? station_type;
  return { label, icon: ownValue(stationTypeIcons, station_type) ?? IconCircleDashed };
}
