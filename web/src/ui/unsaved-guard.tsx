import { useEffect, useSyncExternalStore } from "react";
import { useBlocker } from "@tanstack/react-router";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./unsaved-guard.module.css";

type Unsaved = {
  /** What would be lost, a line for each. */
  sentence: string;
  /** Called when someone leaves all the same. */
  onLeave?: (() => void) | undefined;
};

/** What would be lost if someone left the page now. */
let unsaved: readonly Unsaved[] = [];
const watchers = new Set<() => void>();

function setUnsaved(next: readonly Unsaved[]): void {
  unsaved = next;
  for (const watcher of watchers) watcher();
}

/** Says that its part of the page holds changes that are not saved. However many parts do, one question is asked. */
export function UnsavedGuard({ isUnsaved, sentence, onLeave }: Unsaved & { isUnsaved: boolean }) {
  useEffect(() => {
    if (!isUnsaved) return;
    const mine = { sentence, onLeave };
    setUnsaved([...unsaved, mine]);
    return () => setUnsaved(unsaved.filter((one) => one !== mine));
  }, [isUnsaved, sentence, onLeave]);
  return null;
}

/**
 * Asks before someone leaves the page with changes that are not saved. Settings of the page are in its address, so a new
 * address of the same page leaves nothing. Closing the page asks the browser's own question.
 */
export function UnsavedQuestion() {
  const now = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => unsaved,
  );
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved.length > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved.length > 0,
    withResolver: true,
  });
  if (status !== "blocked") return null;

  function handleLeave() {
    for (const { onLeave } of unsaved) onLeave?.();
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
      <p className={styles.sentence}>{now.map(({ sentence }) => sentence).join("\n")}</p>
    </Dialog>
  );
}
