/** A station that left a list: one organization's when it moved, everyone's once retired. */
type Tombstone = { name: string; at: number; orgId: number; isRetired: boolean };

/** The most that a list of changes may contain; a request from before the oldest tombstone gets the whole list. */
const MAX_TOMBSTONES = 10_000;

/** Records which stations recently left which list. `since` is the time from which on no tombstone is missing. */
export function tombstoneLog(began: number) {
  let tombstones: Tombstone[] = [];
  let since = began;
  return {
    note(tombstone: Tombstone): void {
      tombstones.push(tombstone);
      if (tombstones.length <= 2 * MAX_TOMBSTONES) return;
      since = (tombstones.at(-MAX_TOMBSTONES - 1)?.at ?? since) + 1;
      tombstones = tombstones.slice(-MAX_TOMBSTONES);
    },
    since: () => since,
    /** The names for one organization, or for everyone with null, since `at` (ms), each once. */
    after(at: number, orgId: number | null): string[] {
      const matching = tombstones.filter(
        (tombstone) => tombstone.at >= at && (orgId === null ? tombstone.isRetired : tombstone.orgId === orgId),
      );
      return [...new Set(matching.map(({ name }) => name))];
    },
  };
}
