/** Rows on one page of each paged list (specification, section 9). */
export const PAGE_SIZES = { triage: 15, error_log: 12 } as const;

/** Number of pages of a list; an empty list has one empty page. */
export function pageCount(items: number, size: number): number {
  return Math.max(1, Math.ceil(items / size));
}

/** One page of a list, counted from 1; a page out of range is replaced by the nearest one. */
export function pageOf<T>(items: readonly T[], page: number, size: number): T[] {
  const nearest = Math.min(Math.max(1, page), pageCount(items.length, size));
  return items.slice((nearest - 1) * size, nearest * size);
}
