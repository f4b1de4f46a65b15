import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { auditRoutes } from "../src/audit/index.ts";
import { callsRig, FIELD, HARBOR } from "./calls-rig.ts";
import { addCallers } from "./callers.ts";

export const AGENT = "Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36";

/**
 * The audit log with what a manager of a customer, an admin of the provider, nobody and the server have done to a station of each of two
 * customers. Each request is named, and was made some minutes before the start.
 */
export async function auditRig() {
  const rig = await callsRig({
    now: () => Date.now(),
    add: ({ app, db }) => auditRoutes(app, { db, keptDays: 730 }),
  });
  const { db, orgs } = rig;
  const start = Date.now();
  const ago = (ms: number) => new Date(start - ms).toISOString();
  await addCallers(rig);
  await db.updateTable("users").set({ name: "Maja Manager" }).where("email", "=", "manager@harbor.example").execute();
  await db.updateTable("stations").set({ serial_number: "0031" }).where("name", "=", HARBOR).execute();

  const people = peopleIn(orgs);
  await db.insertInto("audit_entries").values(entriesOf(people, ago)).execute();
  return { ...rig, ago, start, byManager: { ...people.manager, ...people.atHarbor } };
}

type Orgs = { provider: number; harbor: number; field: number };

/** Who does something, from where, and to what. */
function peopleIn(orgs: Orgs) {
  const from = { ip: "203.0.113.9", agent: AGENT };
  const manager = { actor_kind: "user", actor: "manager@harbor.example", actor_org_id: orgs.harbor, ...from } as const;
  const admin = {
    actor_kind: "user",
    actor: "admin@groundcrew.example",
    actor_org_id: orgs.provider,
    ...from,
  } as const;
  const server = { actor_kind: "server", actor: "server" } as const;
  const stranger = { ip: "198.51.100.7", agent: null, actor_org_id: null };
  const nobody = { actor_kind: "anonymous", actor: "anonymous", ...stranger } as const;
  const atHarbor = { org_id: orgs.harbor, target: `station ${HARBOR}` };
  const atField = { org_id: orgs.field, target: `station ${FIELD}` };
  const asSpelled = { org_id: orgs.harbor, target: `station "${HARBOR}", camera "pad"` };
  const user = { org_id: orgs.harbor, target: "user user@harbor.example" };
  return { orgs, manager, admin, server, stranger, nobody, atHarbor, atField, asSpelled, user };
}

function entriesOf(
  { orgs, manager, admin, server, stranger, nobody, atHarbor, atField, asSpelled, user }: ReturnType<typeof peopleIn>,
  ago: (ms: number) => string,
) {
  const minutes = (count: number) => ({ at: ago(count * MINUTE_MS) });
  const values = (after: object, before?: object) => ({
    after: JSON.stringify(after),
    ...(before && { before: JSON.stringify(before) }),
  });
  const belt = {
    action: "startMaintenance",
    request_id: "r2",
    ...minutes(2),
    ...values({ maintenance: { why: "Belt" } }),
  };
  // The server uses this id more than once.
  const ended = { ...server, ...atHarbor, action: "endStream", request_id: "s" };
  return [
    { ...manager, ...atHarbor, action: "takeImages", request_id: "r1", ...minutes(1), ...values({ lights_on: true }) },
    { ...admin, ...atHarbor, ...belt },
    { ...admin, ...atField, ...belt },
    {
      ...admin,
      ...atHarbor,
      action: "saveSsotEntry",
      request_id: "r3",
      ...minutes(3),
      ...values({ notes: "as built" }, { notes: "" }),
    },
    {
      ...admin,
      ...atHarbor,
      action: "editStation",
      request_id: "r4",
      ...minutes(4),
      ...values({ org_id: orgs.harbor }, { org_id: orgs.field }),
    },
    {
      ...manager,
      ...stranger,
      ...asSpelled,
      action: "refuseTakeImages",
      request_id: "r5",
      ...minutes(5),
      ...values({ status: 403 }),
    },
    {
      ...nobody,
      ...user,
      action: "refuseLogIn",
      request_id: "r6",
      ...minutes(6),
      ...values({ status: 401, not_written: 29 }),
    },
    { ...admin, ...atField, action: "takeImages", request_id: "r7", at: ago(HOUR_MS), ...values({ lights_on: false }) },
    { ...ended, at: ago(2 * HOUR_MS) },
    { ...ended, at: ago(2 * HOUR_MS + 10 * MINUTE_MS) },
  ];
}
