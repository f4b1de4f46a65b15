import { useBlocker } from "@tanstack/react-router";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./unsaved-guard.module.css";

type UnsavedGuardProps = {
  isUnsaved: boolean;
  /** What would be lost, a line for each. */
  sentence: string;
  /** Called when someone leaves all the same. */
  onLeave?: () => void;
};

/**
 * Asks before someone leaves the page with changes that are not saved. Settings of the page are in its address, so a new
 * address of the same page leaves nothing. Closing the page asks the browser's own question.
 */
export function UnsavedGuard({ isUnsaved, sentence, onLeave }: UnsavedGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;

  function handleLeave() {
    onLeave?.();
    proceed?.();
  }

  return (
    <Dialog
      title="Unsaved Changes"
      icon={IconAlertTriangle}
      size="form"
      closeLabel="Stay"
      footer={<Button onClick={handleLeave}>Leave Without Saving</Button>}
      onClose={reset}
    >
      <p className={styles.sentence}>{sentence}</p>
    </Dialog>
  );
}
