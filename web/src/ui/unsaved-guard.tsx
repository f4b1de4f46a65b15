import { useBlocker } from "@tanstack/react-router";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type UnsavedGuardProps = {
  isUnsaved: boolean;
  /** What would be lost. */
  sentence: string;
};

/** Asks before someone leaves the page with changes that are not saved. Closing it asks the browser's own question. */
export function UnsavedGuard({ isUnsaved, sentence }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isUnsaved,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Dialog
      title="Unsaved Changes"
      icon={IconAlertTriangle}
      size="form"
      closeLabel="Stay"
      footer={<Button onClick={proceed}>Leave Without Saving</Button>}
      onClose={reset}
    >
      {sentence}
    </Dialog>
  );
}
