import { useId } from "react";
import { useIsMutating } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { Button, Dialog } from "../ui/index.ts";
import { EntryForm } from "./entry-form.tsx";
import { savingKey } from "./use-log-changes.ts";

type CreateEntryDialogProps = {
  station: string;
  /** The ids of errors to attach. */
  attached?: readonly number[];
  onSaved?: () => void;
  onClose: () => void;
};

/** Creates an entry in a station's support log, optionally with errors attached. */
export function CreateEntryDialog({ station, attached, onSaved, onClose }: CreateEntryDialogProps) {
  const formId = useId();
  const isSaving = useIsMutating({ mutationKey: savingKey(station) }) > 0;

  function handleSaved() {
    onSaved?.();
    onClose();
  }

  return (
    <Dialog
      title="Create New Support Log Entry"
      icon={IconPlus}
      size="form"
      isStatic
      footer={
        <Button type="submit" form={formId} tone="main" title="Ctrl+Enter" busy={isSaving}>
          Create
        </Button>
      }
      onClose={onClose}
    >
      <EntryForm formId={formId} station={station} {...(attached && { attached })} onSaved={handleSaved} />
    </Dialog>
  );
}
