import { IconKeyboard } from "@tabler/icons-react";
import { Icon, Pager } from "../ui/index.ts";
import styles from "./error-chooser.module.css";
import { ErrorTable } from "./error-table.tsx";
import type { ErrorChoice } from "./use-error-choice.ts";

/** A page of selectable errors, and the links to other pages. */
export function ErrorChooser({ label, choice }: { label: string; choice: ErrorChoice }) {
  const { visible, isSelected, press, page, pages, setPage } = choice;
  return (
    <div className={styles.chooser}>
      <ErrorTable label={label} rows={visible} isSelected={isSelected} onPress={press} />
      <div className={styles.below}>
        <span className={styles.hint}>
          <Icon icon={IconKeyboard} size="s" />
          Shift-click selects everything since the last clicked row
        </span>
        <Pager label={`Pages of ${label}`} page={page} count={pages} onPage={setPage} />
      </div>
    </div>
  );
}

/** A hint above buttons that need a selection, while nothing is selected. */
export function SelectHint({ choice: { count, ids } }: { choice: Pick<ErrorChoice, "count" | "ids"> }) {
  if (count === 0 || ids.length > 0) return null;
  return <p className={styles.selectHint}>Select at least one error first.</p>;
}
