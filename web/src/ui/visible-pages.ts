/** How many places the buttons of a pager take; they hold still while someone walks through the pages. */
const PLACES = 7;

/** Pages at an end that are shown while someone is near it. */
const NEAR = PLACES - 2;

/** What stands in a pager: numbers of pages, and null where some are left out. The ends are always there. */
export function visiblePages(page: number, count: number): (number | null)[] {
  if (count <= PLACES) return range(1, count);
  if (page < NEAR) return [...range(1, NEAR), null, count];
  if (page > count - NEAR + 1) return [1, null, ...range(count - NEAR + 1, count)];
  return [1, null, ...range(page - 1, page + 1), null, count];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
