import { SECOND_MS } from "@groundcrew/shared/lib";

const FIRST_MS = 10 * SECOND_MS;
const FACTOR = 3;

/** Attempts before a job is given up: about three hours with the waits between them. */
export const MAX_ATTEMPTS = 8;

/** How long a job waits after a number of failed attempts, in ms; null when it is given up. */
export function backOffMs(attempts: number): number | null {
  return attempts < MAX_ATTEMPTS ? FIRST_MS * FACTOR ** (attempts - 1) : null;
}
