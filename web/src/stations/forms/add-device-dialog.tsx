import { useId } from "react";
import { useMutation } from "@tanstack/react-query";
import { createStation } from "@groundcrew/shared/stations";
import { IconPlus } from "@tabler/icons-react";
import { call, sentenceOf } from "../../api/index.ts";
import { useConsole } from "../../console/index.ts";
import { useForm } from "../../lib/index.ts";
import { Button, Dialog, Notice, toast } from "../../ui/index.ts";
import { AddFields } from "./add-fields.tsx";
import { addForm, addValues, type AddedStation } from "./add-values.ts";
import styles from "./forms.module.css";

type AddDeviceDialogProps = {
  /** What the station calls itself, where that is known. */
  name?: string | undefined;
  /** The station was added. */
  onAdded: () => void;
  onClose: () => void;
};

/** Adds a station. It stays open when the server refuses. */
export function AddDeviceDialog({ name = "", onAdded, onClose }: AddDeviceDialogProps) {
  const { brand } = useConsole();
  const form = useForm(addForm(brand), { ...addValues, name });
  const formId = useId();
  const add = useMutation({
    mutationFn: (body: AddedStation) => call(createStation, { body }),
    onSuccess: () => {
      toast("success", "Created new station");
      onAdded();
      onClose();
    },
  });

  return (
    <Dialog
      title="Add Device"
      icon={IconPlus}
      size="form"
      isStatic
      closeLabel="Cancel"
      footer={
        <>
          {add.error && (
            <div>
              <Notice tone="danger">{sentenceOf(add.error)}</Notice>
            </div>
          )}
          <Button tone="main" type="submit" form={formId} busy={add.isPending}>
            Add Station
          </Button>
        </>
      }
      onClose={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={form.submit((entered) => add.mutate(entered))}>
        <AddFields form={form} />
      </form>
    </Dialog>
  );
}
