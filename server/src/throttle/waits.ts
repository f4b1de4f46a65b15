/** How the waits between attempts grow: none for the first few, then doubling up to a limit. */
export type Waits = { free: number; firstMs: number; longestMs: number };

/** The wait after this many attempts, including the latest. */
export function waitMs(attempts: number, { free, firstMs, longestMs }: Waits): number {
  return attempts < free ? 0 : Math.min(firstMs * 2 ** (attempts - free), longestMs);
}
