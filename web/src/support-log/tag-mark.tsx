import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { IconBell } from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import styles from "./marks.module.css";

/** A tag: red with an icon when it alerts someone, otherwise grey. */
export function TagMark({
  tag: { name, color, alerting },
}: {
  tag: Pick<SupportLogTag, "name" | "color" | "alerting">;
}) {
  return (
    <span
      className={classes(styles.mark, color === "danger" && styles.alerting)}
      title={alerting ? "Alerting tag" : "Tag"}
    >
      {alerting && <Icon icon={IconBell} size="s" />}
      {name}
    </span>
  );
}
