import type { Station } from "@groundcrew/shared/stations";
import { exactMoment, momentText } from "../../lib/index.ts";
import { Button, Notice } from "../../ui/index.ts";
import { type EditField, editLabels, savedText } from "./edit-values.ts";
import styles from "./forms.module.css";

type EditConflictsProps = {
  station: Station;
  /** Fields that were edited here and changed by someone else. */
  conflicts: readonly EditField[];
  onKeep: (field: EditField) => void;
  onUse: (field: EditField) => void;
};

/**
 * Reports that someone else has saved changes since the form was edited, shows their values, and asks which value of each field
 * to keep.
 */
export function EditConflicts({ station, conflicts, onKeep, onUse }: EditConflictsProps) {
  return (
    <Notice tone="warning">
      <div className={styles.conflicts}>
        <b>(Note: there are new changes)</b>
        <SavedBy edit={station.last_edit} />
        <ul className={styles.conflicts}>
          {conflicts.map((field) => (
            <li key={field} className={styles.conflict}>
              <span>{`${editLabels[field]} was saved as: ${savedText(station, field)}`}</span>
              <Button aria-label={`Keep mine for ${editLabels[field]}`} onClick={() => onKeep(field)}>
                Keep mine
              </Button>
              <Button aria-label={`Use theirs for ${editLabels[field]}`} onClick={() => onUse(field)}>
                Use theirs
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

function SavedBy({ edit }: { edit: Station["last_edit"] }) {
  if (!edit) return <span>Someone else saved this station.</span>;
  return <span title={exactMoment(edit.created)}>{`Saved by ${edit.author}, ${momentText(edit.created)}.`}</span>;
}
