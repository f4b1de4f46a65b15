import type { CurrentMaintenance } from "@groundcrew/shared/maintenance";
import { IconTool } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { exactMoment, untilText } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./maintenance.module.css";
import { starterText } from "./texts.ts";

type MaintenancePillProps = { maintenance: CurrentMaintenance; now: number };

/** Until when a station is in maintenance, with who started it and why. */
export function MaintenancePill({ maintenance, now }: MaintenancePillProps) {
  const { brand } = useConsole();
  const { why, until } = maintenance;
  const note = `${starterText(maintenance, brand.product)}: ${why}`;
  return (
    <div className={styles.inRow} title={`In maintenance until ${exactMoment(until)}\n${note}`}>
      <span className={styles.pill}>
        <Icon icon={IconTool} size="s" />
        <span>{`Maintenance until ${untilText(until, now)}`}</span>
      </span>
      <span className={styles.pillNote}>{note}</span>
    </div>
  );
}
