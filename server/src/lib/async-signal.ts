export type AsyncSignal = ReturnType<typeof asyncSignal>;

/** Lets one caller wait until it is notified. A notification that nobody waits for ends the next wait at once. */
export function asyncSignal() {
  let isNotified = false;
  let wake: (() => void) | null = null;
  return {
    notify(): void {
      isNotified = true;
      wake?.();
    },
    /** Resolves once notified, after `timeoutMs` at the latest. */
    async wait(timeoutMs: number): Promise<void> {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      isNotified = false;
    },
  };
}
