import { IconPlus } from "@tabler/icons-react";
import { Dialog } from "../ui/index.ts";
import { EntryForm } from "./entry-form.tsx";

type CreateEntryDialogProps = {
  station: string;
  /** Ids of errors to attach. */
  attached?: readonly number[];
  onWritten?: () => void;
  onClose: () => void;
};

/** Writes a new entry in a station's support log, about some errors or none. */
export function CreateEntryDialog({ station, attached, onWritten, onClose }: CreateEntryDialogProps) {
  function handleWritten() {
    onWritten?.();
    onClose();
  }

  return (
    <Dialog title="Create New Support Log Entry" icon={IconPlus} size="form" isStatic onClose={onClose}>
      <EntryForm station={station} {...(attached && { attached })} onWritten={handleWritten} />
    </Dialog>
  );
}
