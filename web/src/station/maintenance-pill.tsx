import type { CurrentMaintenance } from "@groundcrew/shared/maintenance";
import { IconTool } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { exactMoment, untilText } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./maintenance-pill.module.css";
import { starterText } from "./maintenance.ts";

type MaintenancePillProps = {
  maintenance: CurrentMaintenance;
  now: number;
  /** Without the line below it, and as high as a line of text. */
  isSmall?: boolean;
};

/** Until when a station is in maintenance, with who started it and why. */
export function MaintenancePill({ maintenance, now, isSmall = false }: MaintenancePillProps) {
  const { brand } = useConsole();
  const { why, until } = maintenance;
  const note = `${starterText(maintenance, brand.product)}: ${why}`;
  return (
    <div className={styles.inRow} title={`In maintenance until ${exactMoment(until)}\n${note}`}>
      <span className={classes(styles.pill, isSmall && styles.small)}>
        <Icon icon={IconTool} size="s" />
        <span>{`Maintenance until ${untilText(until, now)}`}</span>
      </span>
      {!isSmall && <span className={styles.pillNote}>{note}</span>}
    </div>
  );
}
