import { IconClock, IconCloudOff } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { agoText, asOfText, exactMoment } from "../lib/index.ts";
import { classes, Icon } from "../ui/index.ts";
import styles from "./freshness.module.css";
import type { Freshness } from "./rule.ts";

/** How old what is shown is: `Updated 14 s ago`, or `As of 14:03:12 · 3m ago` once that is too old. */
export function FreshnessLabel({ of }: { of: Freshness }) {
  const now = useServerNow();
  if (of.kind === "empty") return null;
  const isStale = of.kind === "stale";
  const age = agoText(now - of.asOf);
  return (
    <span className={classes(styles.label, isStale && styles.stale)} title={exactMoment(of.asOf)}>
      <Icon of={isStale ? IconCloudOff : IconClock} size="s" />
      {isStale ? `As of ${asOfText(of.asOf)} · ${age}` : `Updated ${age}`}
    </span>
  );
}
