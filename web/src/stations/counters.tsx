import type { Brand } from "@groundcrew/shared/brand";
import { errorCounter, supportCounter, type Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconFlag } from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import styles from "./pills.module.css";

/** What waits for an admin: open incidents, and errors that nobody resolved. */
export function Counters({ station, brand }: { station: Station; brand: Brand }) {
  const support = supportCounter(station);
  const errors = errorCounter(station, brand);
  return (
    <>
      <span
        className={classes(styles.pill, support.count === 0 && styles.zero, support.needsAttention && styles.warn)}
        title={`Support log: ${support.count} that need action or are pending (urgent)`}
      >
        {support.count > 0 && <Icon of={IconFlag} size="s" />}
        {support.text}
      </span>
      <span
        className={classes(styles.pill, errors.count === 0 && styles.zero, errors.needsAttention && styles.danger)}
        title={`Unresolved errors: ${errors.count}`}
      >
        {errors.count > 0 && <Icon of={IconAlertTriangle} size="s" />}
        {errors.text}
      </span>
    </>
  );
}
