import { useEffect, useEffectEvent, useId } from "react";
import { useBlocker } from "@tanstack/react-router";
import { IconAlertTriangle } from "@tabler/icons-react";
import { usePageValue } from "../page/index.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { hasUnsavedChanges, unsaved } from "./unsaved.ts";

type UnsavedGuardProps = { isUnsaved: boolean; sentence: string; onLeave?: (() => void) | undefined };

/** Registers unsaved changes of a part of the page. However many parts have some, one question is asked. */
export function UnsavedGuard({ isUnsaved, sentence, onLeave }: UnsavedGuardProps) {
  const id = useId();
  const [first] = usePageValue(unsaved);
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.set([...unsaved.get(), { id, sentence, onLeave }]);
    return () => unsaved.set(unsaved.get().filter((one) => one.id !== id));
  }, [id, isUnsaved, sentence, onLeave]);
  return first?.id === id && <UnsavedQuestion />;
}

/**
 * Asks before the user leaves a page with unsaved changes. Page settings are in its address, so a new address of the same page is
 * not leaving. Closing the page shows the browser's own question.
 */
function UnsavedQuestion() {
  const now = usePageValue(unsaved);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsavedChanges() && current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  // A question that ends because nothing is unsaved any more is answered: otherwise the address would stay that of the other page.
  const stay = useEffectEvent(() => reset?.());
  useEffect(() => () => stay(), []);
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
