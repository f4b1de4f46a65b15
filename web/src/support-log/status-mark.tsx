import { supportLogStatusLabels, type SupportLogStatus } from "@groundcrew/shared/support-log";
import { Icon } from "../ui/index.ts";
import { entrySigns } from "./entry-signs.ts";
import styles from "./marks.module.css";

/** What kind of entry it is. */
export function StatusMark({ status }: { status: SupportLogStatus }) {
  return (
    <span className={styles.mark}>
      <Icon icon={entrySigns[status].icon} size="s" />
      {supportLogStatusLabels[status]}
    </span>
  );
}
