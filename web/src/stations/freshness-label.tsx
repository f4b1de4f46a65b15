import { IconClock, IconClockExclamation, IconCloudOff } from "@tabler/icons-react";
import { exactMoment, useNow } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";
import { freshnessOf, type Freshness } from "./freshness.ts";
import styles from "./page-head.module.css";

const TICK_MS = 10_000;

const signs = {
  fresh: { icon: IconClock, className: undefined },
  late: { icon: IconClockExclamation, className: styles.late },
  failed: { icon: IconCloudOff, className: styles.failed },
} as const satisfies Record<Freshness["state"], object>;

/** How old the list is. */
export function FreshnessLabel({ fleet }: { fleet: Fleet }) {
  const now = useNow(TICK_MS);
  const { state, text } = freshnessOf(fleet, now);
  const { icon, className } = signs[state];
  return (
    <span className={classes(styles.freshness, className)} title={exactMoment(fleet.updatedAt)}>
      <Icon of={icon} size="s" />
      {text}
    </span>
  );
}
