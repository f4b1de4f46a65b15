import { useId } from "react";
import { useRouter } from "@tanstack/react-router";
import { createStation } from "@groundcrew/shared/stations";
import { IconPlus } from "@tabler/icons-react";
import { call, sentenceOf, useWrite } from "../../api/index.ts";
import { useConsole } from "../../console/index.ts";
import { useForm } from "../../lib/index.ts";
import { Button, Dialog, Notice, toastWithNext } from "../../ui/index.ts";
import { AddFields } from "./add-fields.tsx";
import { type AddedStation, addForm, addValues } from "./add-values.ts";
import styles from "./forms.module.css";

type AddDeviceDialogProps = {
  /** The station's name, if known. */
  name?: string | undefined;
  /** Called when the station was added. */
  onAdded: () => void;
  onClose: () => void;
};

/** The Add Device dialog. It stays open if the server rejects the input. */
export function AddDeviceDialog({ name = "", onAdded, onClose }: AddDeviceDialogProps) {
  const { brand } = useConsole();
  const router = useRouter();
  const form = useForm(addForm(brand), { ...addValues, name }, { draft: `add station ${name}` });
  const formId = useId();
  const add = useWrite({
    form,
    run: (body: AddedStation, once) => call(createStation, { body }, once),
    onSuccess: (_, { name: added }) => {
      toastWithNext("Created new station", {
        label: "Set API Password",
        onPress: () => void router.navigate({ to: "/stations/$name/$", params: { name: added, _splat: "edit" } }),
      });
      form.reset();
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
      hasInput={form.changed.length > 0}
      onDiscard={form.reset}
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
