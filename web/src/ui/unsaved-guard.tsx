import { useEffect } from "react";
import { useBlocker } from "@tanstack/react-router";
import { IconAlertTriangle } from "@tabler/icons-react";
import { pageValue, usePageValue } from "../page/index.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Unsaved = {
  /** The changes that would be lost, one line each. */
  sentence: string;
  /** Called when the user leaves anyway. */
  onLeave?: (() => void) | undefined;
};

/** The changes that would be lost by leaving the page now. */
const unsaved = pageValue<readonly Unsaved[]>(() => []);

/** True if leaving the page now would lose changes. */
export function hasUnsavedChanges(): boolean {
  return unsaved.get().length > 0;
}

/** Registers unsaved changes of a part of the page. However many parts have some, one question is asked. */
export function UnsavedGuard({ isUnsaved, sentence, onLeave }: Unsaved & { isUnsaved: boolean }) {
  useEffect(() => {
    if (!isUnsaved) return;
    const mine = { sentence, onLeave };
    unsaved.set([...unsaved.get(), mine]);
    return () => unsaved.set(unsaved.get().filter((one) => one !== mine));
  }, [isUnsaved, sentence, onLeave]);
  return null;
}

/**
 * Asks before the user leaves a page with unsaved changes. Page settings are in its address, so a new address of the same page is
 * not leaving. Closing the page shows the browser's own question.
 */
export function UnsavedQuestion() {
  const now = usePageValue(unsaved);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsavedChanges() && current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  if (status !== "blocked") return null;

  function handleLeave() {
    for (const { onLeave } of unsaved.get()) onLeave?.();
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
      <p className="pre-line">{now.map(({ sentence }) => sentence).join("\n")}</p>
    </Dialog>
  );
}
