/** Work that may be divided: others may have a turn between its steps. */
export type Steps<T> = Generator<undefined, T>;

/** Does all steps at once. */
export function completed<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
