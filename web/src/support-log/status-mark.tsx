import { supportLogStatusLabels, type SupportLogStatus } from "@groundcrew/shared/support-log";
import { Icon } from "../ui/index.ts";
import { entrySigns } from "./entry-signs.ts";
import styles from "./marks.module.css";

/** The icon and label of an entry's status. */
export function StatusMark({ status }: { status: SupportLogStatus }) {
  return (
    <span className={styles.mark}>
      <Icon icon={entrySigns[status].icon} size="s" />
      {supportLogStatusLabels[status]}
    </span>
  );
}
