/** A station that left what someone could see: one organization's list, or, once retired, everyone's. */
export type Tombstone = { name: string; at: number; orgId: number; isGone: boolean };

/** As many as a list of changes may carry; who asks about longer ago than the oldest is given the whole list. */
const KEPT = 10_000;

/** Remembers which stations left whose view lately. `since` is the time from which on none is missing. */
export function tombstoneLog(began: number) {
  let departures: Tombstone[] = [];
  let since = began;
  return {
    note(departure: Tombstone): void {
      departures.push(departure);
      if (departures.length <= 2 * KEPT) return;
      since = (departures.at(-KEPT - 1)?.at ?? since) + 1;
      departures = departures.slice(-KEPT);
    },
    since: () => since,
    /** Those from `at` on (ms) that concern one organization, or everyone with null; one for each name. */
    after(at: number, orgId: number | null): string[] {
      const concerned = departures.filter(
        (left) => left.at >= at && (orgId === null ? left.isGone : left.orgId === orgId),
      );
      return [...new Set(concerned.map(({ name }) => name))];
    },
  };
}
