/** Number of buttons in a pager, constant so that they do not move while paging. */
const SLOTS = 7;

/** Pages that are shown at an end while the current page is near it. */
const NEAR = SLOTS - 2;

/** The entries of a pager: page numbers, and null for a gap. The first and last page are always included. */
export function visiblePages(page: number, count: number): (number | null)[] {
  if (count <= SLOTS) return range(1, count);
  if (page < NEAR) return [...range(1, NEAR), null, count];
  if (page > count - NEAR + 1) return [1, null, ...range(count - NEAR + 1, count)];
  return [1, null, ...range(page - 1, page + 1), null, count];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
