import { useId } from "react";
import { useIsMutating } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { Button, Dialog } from "../ui/index.ts";
import { EntryForm } from "./entry-form.tsx";
import { writingKey } from "./use-log-changes.ts";

type CreateEntryDialogProps = {
  station: string;
  /** Ids of errors to attach. */
  attached?: readonly number[];
  onWritten?: () => void;
  onClose: () => void;
};

/** Writes a new entry in a station's support log, about some errors or none. */
export function CreateEntryDialog({ station, attached, onWritten, onClose }: CreateEntryDialogProps) {
  const formId = useId();
  const isWriting = useIsMutating({ mutationKey: writingKey(station) }) > 0;

  function handleWritten() {
    onWritten?.();
    onClose();
  }

  return (
    <Dialog
      title="Create New Support Log Entry"
      icon={IconPlus}
      size="form"
      isStatic
      footer={
        <Button type="submit" form={formId} tone="main" title="Ctrl+Enter" busy={isWriting}>
          Create
        </Button>
      }
      onClose={onClose}
    >
      <EntryForm formId={formId} station={station} {...(attached && { attached })} onWritten={handleWritten} />
    </Dialog>
  );
}
