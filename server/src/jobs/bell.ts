/** Wakes one sleeper. A ring that finds nobody asleep is remembered for the next. */
export function newBell() {
  let rung = false;
  let wakeUp: (() => void) | null = null;
  return {
    ring(): void {
      rung = true;
      wakeUp?.();
    },
    /** Sleeps until the bell rings, at most so long. */
    async wait(longestMs: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, longestMs);
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wakeUp = null;
      rung = false;
    },
  };
}
