import type { SubmitEvent } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { sentenceOf } from "../../api/index.ts";
import { useForm } from "../../lib/index.ts";
import { Button, Notice, UnsavedGuard } from "../../ui/index.ts";
import { titleOf } from "../../station/index.ts";
import { EditConflicts } from "./edit-conflicts.tsx";
import { EditFields } from "./edit-fields.tsx";
import { editBody, editForm, editValues, isEditField } from "./edit-values.ts";
import { useEdit, useIsOutdated } from "./use-edit.ts";
import styles from "./forms.module.css";

type EditFormProps = { station: Station; onSaved: () => Promise<void> };

export function EditForm({ station, onSaved }: EditFormProps) {
  const form = useForm(editForm, editValues(station), { draft: `edit ${station.name}`, secret: "api_password" });
  const save = useEdit(station, { reload: onSaved, onSaved: form.reset });
  const isChanged = form.changed.length > 0;
  const isOutdated = useIsOutdated(station, isChanged) || save.isRefused;
  const conflicts = form.conflicts.filter(isEditField);

  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Edit station"
      onSubmit={
        conflicts.length > 0
          ? focusFirstConflict
          : form.submit((entered) => save.mutate(editBody(entered, form.changed)))
      }
    >
      <EditFields form={form} station={station} />
      {isChanged && !save.isPending && (isOutdated || conflicts.length > 0) && (
        <EditConflicts station={station} conflicts={conflicts} onKeep={form.keep} onUse={form.drop} />
      )}
      {save.error && (
        <Notice tone="danger">
          <b>Something went wrong.</b>
          {`\n${sentenceOf(save.error)}`}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button tone="main" type="submit" busy={save.isPending} disabled={!isChanged}>
          Save
        </Button>
        <Button disabled={!isChanged || save.isPending} onClick={form.reset}>
          Undo Changes
        </Button>
        {isChanged && <span className={styles.unsaved}>Unsaved changes</span>}
      </div>
      <UnsavedGuard
        isUnsaved={isChanged && !save.isPending}
        sentence={`Changes to station ${titleOf(station)} haven't been saved`}
        onLeave={form.reset}
      />
    </form>
  );
}

/** Someone else's changes are overwritten only on purpose: moves to the first field with a conflict. */
function focusFirstConflict(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const button = event.currentTarget.querySelector("li button");
  if (button instanceof HTMLElement) button.focus();
}
