import { supportName } from "@groundcrew/shared/brand";
import type { CurrentMaintenance } from "@groundcrew/shared/maintenance";
import { IconTool } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { exactMoment, untilText } from "../lib/index.ts";
import { Pill } from "../ui/index.ts";

type MaintenancePillProps = {
  maintenance: CurrentMaintenance;
  now: number;
  /** The class of the line below with who started it and why. Without it the pill is as high as a line of text. */
  noteClass?: string | undefined;
};

/** Until when a station is in maintenance. */
export function MaintenancePill({ maintenance, now, noteClass }: MaintenancePillProps) {
  const { brand } = useConsole();
  const { by, why, until } = maintenance;
  const note = `${by ?? supportName(brand)}: ${why}`;
  return (
    <>
      <Pill tone="accent" icon={IconTool} isSmall={noteClass === undefined} title={`${exactMoment(until)}\n${note}`}>
        {`Maintenance until ${untilText(until, now)}`}
      </Pill>
      {noteClass !== undefined && <div className={noteClass}>{note}</div>}
    </>
  );
}
