import { IconClock, IconCloudOff } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { agoText, asOfText, exactMoment } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./freshness.module.css";
import type { Freshness } from "./freshness.ts";

/** The age of the displayed data: `Updated 14 s ago`, or `As of 14:03:12 · 3m ago` once it is stale. */
export function FreshnessLabel({ freshness }: { freshness: Freshness }) {
  const now = useServerNow();
  if (freshness.kind === "empty") return null;
  const isStale = freshness.kind === "stale";
  const age = agoText(now - freshness.asOf);
  return (
    <span className={classes(styles.label, isStale && styles.stale)} title={exactMoment(freshness.asOf)}>
      <Icon icon={isStale ? IconCloudOff : IconClock} size="s" />
      {isStale ? `As of ${asOfText(freshness.asOf)} · ${age}` : `Updated ${age}`}
    </span>
  );
}
