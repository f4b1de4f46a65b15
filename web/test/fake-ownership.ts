import { changeOwnership, keepViewing, listStationOwners, type Ownership } from "@groundcrew/shared/ownership";
import { undoAct } from "@groundcrew/shared/undo";
import { Rejection, type FakeServer } from "./fake-server.ts";

/** The owners of stations' open errors, by the station's name, and stations whose open errors have none. The person who acts has the id 1. */
export function serveOwnership(
  server: FakeServer,
  owners: Record<string, Ownership> = {},
  unowned: readonly string[] = [],
) {
  const known = new Map(Object.entries(owners));
  server.on(listStationOwners, async ({ query: { all } }) => ({
    status: 200 as const,
    body: [...new Set([...known.keys(), ...(all ? unowned : [])])].map((station) => ({
      station,
      ownership: known.get(station) ?? null,
      groups: [],
    })),
  }));
  server.on(keepViewing, async () => ({ status: 200 as const, body: { others: ["Lee Tran"] } }));
  let undo = (): void => {};
  server.on(changeOwnership, async ({ params: { subject }, body: { act, owner_id, rev } }) => {
    const before = known.get(subject) ?? null;
    if ((before?.rev ?? null) !== rev) {
      throw new Rejection(409, `${before?.owner ?? "Nobody"} acknowledged this 8 seconds before you.`);
    }
    const next = (rev ?? 0) + 1;
    undo = () => void (before ? known.set(subject, { ...before, rev: next + 1 }) : known.delete(subject));
    if (act === "release") known.delete(subject);
    else if (act === "assign") known.set(subject, ownedBy(owner_id ?? 0, { rev: next, acknowledged_at: null }));
    else known.set(subject, ownedBy(1, { rev: next }));
    return { status: 200 as const, body: { ownership: known.get(subject) ?? null } };
  });
  server.on(undoAct, async () => {
    undo();
    return { status: 204 as const, body: null };
  });
  return known;
}

const names = new Map([
  [1, "Kari Nilsen"],
  [2, "Lee Tran"],
]);

/** Something that someone acknowledged a moment ago. */
export function ownedBy(ownerId: number, differences: Partial<Ownership> = {}): Ownership {
  const now = new Date().toISOString();
  return {
    owner_id: ownerId,
    owner: names.get(ownerId) ?? "",
    by: "Kari Nilsen",
    assigned_at: now,
    acknowledged_at: now,
    until: now,
    note: null,
    rev: 1,
    ...differences,
  };
}
