import { canMaintain } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconClockPlus, IconPlayerStop, IconTool } from "@tabler/icons-react";
import type { StationDialog } from "../station/index.ts";
import { Button } from "../ui/index.ts";

type MaintenanceButtonsProps = {
  stations: readonly Station[];
  user: SessionUser | null;
  /** The station or stations in the buttons' names, where there are several such buttons on a page. */
  of?: string;
  className?: string | undefined;
  onOpen: (dialog: StationDialog) => void;
};

/** Starts the maintenance of stations, and extends or ends it. Only what is possible is offered. */
export function MaintenanceButtons({ stations, user, of, className, onOpen }: MaintenanceButtonsProps) {
  const own = stations.filter((station) => user && station.retired === null && canMaintain(user, station));
  const idle = own.filter(({ maintenance }) => maintenance === null);
  const maintained = own.filter(({ maintenance }) => maintenance !== null);
  const label = (text: string) => (of === undefined ? {} : { "aria-label": `${text} of ${of}` });
  return (
    <>
      {idle.length > 0 && (
        <Button
          icon={IconTool}
          className={className}
          {...label("Maintenance")}
          onClick={() => onOpen({ kind: "maintenance", stations: own })}
        >
          Maintenance
        </Button>
      )}
      {maintained.length > 0 && (
        <>
          <Button
            icon={IconClockPlus}
            className={className}
            {...label("Extend Maintenance")}
            onClick={() => onOpen({ kind: "extend", stations: maintained })}
          >
            Extend Maintenance
          </Button>
          <Button
            icon={IconPlayerStop}
            className={className}
            {...label("End Maintenance")}
            onClick={() => onOpen({ kind: "end", stations: maintained })}
          >
            End Maintenance
          </Button>
        </>
      )}
    </>
  );
}
