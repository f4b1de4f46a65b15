import { useMutation, useQueryClient } from "@tanstack/react-query";
import { editStation, type Station, type StationEdit } from "@groundcrew/shared/stations";
import { call, sentenceOf } from "../../api/index.ts";
import { useForm } from "../../lib/index.ts";
import { Button, Notice, toast, UnsavedGuard } from "../../ui/index.ts";
import { titleOf } from "../station-cells.tsx";
import { EditFields } from "./edit-fields.tsx";
import { editBody, editForm, editValues } from "./edit-values.ts";
import styles from "./forms.module.css";

type EditFormProps = { station: Station; onSaved: () => Promise<void> };

export function EditForm({ station, onSaved }: EditFormProps) {
  const form = useForm(editForm, editValues(station));
  const save = useSave(station, async () => {
    await onSaved();
    form.reset();
  });
  const isChanged = form.changed.length > 0;

  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Edit station"
      onSubmit={form.submit((entered) => save.mutate(editBody(entered, form.changed)))}
    >
      <EditFields form={form} station={station} />
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
      />
    </form>
  );
}

function useSave(station: Station, onDone: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: StationEdit) => {
      await call(editStation, { params: { station: station.name }, body });
      // The list shows it too, when someone next sees it.
      void client.invalidateQueries({ queryKey: ["stations"] });
      await onDone();
    },
    onSuccess: () => toast("success", `Saved the changes to ${titleOf(station)}`),
  });
}
