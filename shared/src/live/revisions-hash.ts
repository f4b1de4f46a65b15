/**
 * A hash of the revisions of a list's rows, in any order, by which a client checks that its rows are the server's. Not meant to resist an
 * attack.
 */
export function revisionsHash(revisions: Iterable<number>): number {
  let hash = 0;
  for (const revision of revisions) hash ^= mixed(revision);
  return hash;
}

/**
 * The entity tag of a list whose rows have these revisions, whatever their times of contact and readings are. A client that gets those from
 * the stream of live changes sends it to verify its list.
 */
export function revisionsTag(revisions: Iterable<number>): string {
  return `W/"revisions.${revisionsHash(revisions)}"`;
}

/** Revisions have 48 bits, of which the operators for bits see 32. */
function mixed(revision: number): number {
  return Math.imul(revision, 0x9e3779b1) ^ Math.floor(revision / 2 ** 32);
}
