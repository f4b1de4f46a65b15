import { AUDIT_PAGE, type AuditAct } from "@groundcrew/shared/audit";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { AGENT, auditRig } from "../../test/audit-rig.ts";
import { FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";

const rig = await auditRig();
const { db, ago, start, byManager } = rig;
const { provider, harbor, field } = rig.orgs;

type List = { acts: AuditAct[]; next: string | null; count: number };

/** Lists the audit log until the start of this test file. */
async function list(who: Who, query = ""): Promise<List> {
  const reply = await rig.call(who, `/audit?until=${ago(0)}${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return reply.json();
}

const requests = ({ acts }: List) => acts.map(({ request }) => request);

test("admins see all acts, newest first, and what one request did as one act", async () => {
  const { acts, count, next } = await list("admin");
  expect(requests({ acts, count, next })).toEqual(["r1", "r2", "r3", "r4", "r5", "r6", "r7", "s", "s"]);
  expect([count, next]).toEqual([10, null]);
  expect(acts[0]).toMatchObject({
    actor: { kind: "user", id: "manager@harbor.example", name: "Maja Manager" },
    action: "takeImages",
    target: { kind: "station", id: HARBOR, name: "0031" },
    address: "203.0.113.9",
    agent: AGENT,
    refused: null,
    entries: 1,
    has_details: true,
  });
  expect(acts[1]).toMatchObject({ entries: 2, targets: 2 });
  expect(acts.at(-1)).toMatchObject({ actor: { kind: "server" }, address: null, has_details: false });
});

test("managers see what concerns their organization, and staff as the support, without their address", async () => {
  const { acts, count } = await list("harbor manager");
  expect(requests({ acts, count, next: null })).toEqual(["r1", "r2", "r4", "r5", "r6", "s", "s"]);
  expect(count).toBe(7);
  const support = { actor: { kind: "support", id: "", name: "" }, address: null, agent: null };
  expect(acts[1]).toMatchObject({ ...support, entries: 1, targets: 1, has_details: true });
  // Which other organization a station belonged to is not for them.
  expect(acts[2]).toMatchObject({ ...support, action: "editStation", has_details: true, changed: ["org_id"] });
  const { entries } = await act("harbor manager", acts[2]?.id);
  expect(entries).toMatchObject([{ before: null, after: { org_id: harbor } }]);
  expect(JSON.stringify(acts)).not.toMatch(/groundcrew\.example/);
});

test("users, keys and staff without the right see nothing", async () => {
  for (const path of ["", "/actors", "/csv", "/acts/1"]) {
    const statuses = await Promise.all(
      (["nobody", "harbor user", "harbor key", "staff"] as const).map(
        async (who) => (await rig.call(who, `/audit${path}`)).statusCode,
      ),
    );
    expect(statuses).toEqual([401, 403, 403, 403]);
  }
});

test("a manager can read neither another organization nor its acts", async () => {
  for (const path of ["", "/actors", "/csv"]) {
    expect((await rig.call("harbor manager", `/audit${path}?org_id=${field}`)).statusCode).toBe(404);
    expect((await rig.call("harbor manager", `/audit${path}?org_id=${harbor}`)).statusCode).toBe(200);
  }
  const { acts } = await list("admin");
  const idOf = (request: string) => acts.find((one) => one.request === request)?.id;
  for (const request of ["r3", "r7"]) {
    expect((await rig.call("harbor manager", `/audit/acts/${idOf(request)}`)).statusCode).toBe(404);
  }
});

test.each([
  ["&outcome=refused", ["r5", "r6"]],
  ["&outcome=changes&actor=admin@groundcrew.example", ["r2", "r3", "r4", "r7"]],
  [`&station=${HARBOR}`, ["r1", "r2", "r3", "r4", "r5", "s", "s"]],
  ["&actions=takeImages", ["r1", "r5", "r7"]],
  ["&actions=logIn,saveSsotEntry", ["r3", "r6"]],
  [`&from=${ago(4.5 * MINUTE_MS)}`, ["r1", "r2", "r3", "r4"]],
  ["&q=r3", ["r3"]],
  ["&q=198.51.100", ["r5", "r6"]],
  ["&q=maja", ["r1", "r5"]],
  ["&q=0031&actions=takeImages", ["r1", "r5"]],
  ["&q=user@harbor.example", ["r6"]],
  ["&q=HARBOR.example&actions=logIn", ["r6"]],
  ["&q=r_", []],
  ["&q=%25", []],
  ["&org_id=FIELD", ["r2", "r7"]],
])("the filter %s finds %j", async (query, expected) => {
  expect(requests(await list("admin", query.replace("FIELD", String(field))))).toEqual(expected);
});

test.each([
  ["&actor=support", ["r2", "r4"]],
  ["&actor=admin@groundcrew.example", []],
  ["&q=203.0.113.9", ["r1"]],
  ["&q=admin@groundcrew", []],
])("a manager's filter %s finds only what they may know: %j", async (query, expected) => {
  expect(requests(await list("harbor manager", query))).toEqual(expected);
});

test("a refused attempt has its status, and for admins the number of those of all organizations that were not recorded", async () => {
  const refused = async (who: Who) => (await list(who, "&outcome=refused")).acts;
  const expected = (not_recorded: number) => [
    { action: "takeImages", refused: { status: 403, not_recorded: 0 }, target: { kind: "station", id: HARBOR } },
    { action: "logIn", refused: { status: 401, not_recorded }, target: { kind: "user", id: "user@harbor.example" } },
  ];
  const forAdmins = await refused("admin");
  expect(forAdmins).toMatchObject(expected(29));
  expect(await refused("harbor manager")).toMatchObject(expected(0));
  const valuesFor = async (who: Who) => (await act(who, forAdmins[1]?.id)).entries[0].after;
  expect(await valuesFor("admin")).toEqual({ status: 401, not_written: 29 });
  expect(await valuesFor("harbor manager")).toEqual({ status: 401 });
});

async function act(who: Who, entry: number | undefined) {
  const reply = await rig.call(who, `/audit/acts/${entry}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

test("an act has its entries with the values before and after", async () => {
  const { acts } = await list("admin");
  const { entries } = await act("admin", acts[1]?.id);
  const values = { before: null, after: { maintenance: { why: "Belt" } } };
  expect(entries).toMatchObject([
    { target: { id: HARBOR }, ...values },
    { target: { id: FIELD }, ...values },
  ]);
  expect((await act("admin", acts[2]?.id)).entries).toMatchObject([
    { before: { notes: "" }, after: { notes: "as built" } },
  ]);
});

test("who has done something is listed once, latest first", async () => {
  const kinds = async (who: Who) =>
    (await rig.call(who, "/audit/actors")).json().map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`);
  expect((await kinds("admin")).toSorted()).toEqual(
    ["user manager@harbor.example", "user admin@groundcrew.example", "anonymous ", "server "].toSorted(),
  );
  expect((await kinds("harbor manager")).toSorted()).toEqual(
    ["user manager@harbor.example", "support ", "anonymous ", "server "].toSorted(),
  );
});

test("pages follow each other without a gap, also while entries are added", async () => {
  const many = Array.from({ length: 2 * AUDIT_PAGE + 10 }, (_, nth) => ({
    ...byManager,
    action: "closeStream",
    request_id: `many-${nth}`,
    // Several at one time.
    at: new Date(start + 10 * SECOND_MS + Math.floor(nth / 3)).toISOString(),
  }));
  await db.insertInto("audit_entries").values(many).execute();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const reply = await rig.call(
      "harbor manager",
      `/audit?actions=closeStream${cursor === null ? "" : `&cursor=${cursor}`}`,
    );
    const page: List = reply.json();
    expect([page.acts.length <= AUDIT_PAGE, page.count >= many.length]).toEqual([true, true]);
    seen.push(...requests(page));
    cursor = page.next;
    await db
      .insertInto("audit_entries")
      .values({ ...byManager, action: "closeStream", request_id: "later" })
      .execute();
  } while (cursor !== null);
  expect(seen.filter((request) => request.startsWith("many-"))).toEqual(many.map((one) => one.request_id).toReversed());
});

test("a CSV file has an entry a row, as far as the caller may see it, and its download is recorded", async () => {
  const until = ago(0);
  const csv = await rig.call("harbor manager", `/audit/csv?until=${until}`);
  expect(csv.headers["content-disposition"]).toBe('attachment; filename="audit-log.csv"');
  const lines = csv.body.trim().split("\r\n");
  expect(lines).toHaveLength(8);
  expect(lines[0]).toContain("Time,Entry,Request,Who,Name,Kind,Action,Outcome,Target");
  expect(lines[1]).toContain("manager@harbor.example,Maja Manager,user,takeImages,done");
  expect(lines[2]).toMatch(/r2,,,support,startMaintenance/);
  expect(lines[4]).toContain("refused");
  expect(csv.body).not.toMatch(/admin@groundcrew|as built/);
  const all = await rig.call("admin", `/audit/csv?until=${until}&outcome=changes`);
  expect(all.body.trim().split("\r\n")).toHaveLength(9);
  const recorded = await db
    .selectFrom("audit_entries")
    .select(["actor", "target", "org_id", "after"])
    .where("action", "=", "downloadAudit")
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(recorded).toMatchObject([
    { actor: "admin@groundcrew.example", target: "audit log", org_id: null, after: { outcome: "changes", until } },
    { actor: "manager@harbor.example", target: `organization ${harbor}`, org_id: harbor },
  ]);
});

test("the log of an organization that does not exist is not found", async () => {
  const paths = ["/audit", "/audit/csv", "/audit/actors"].map((path) => `${path}?org_id=2147483647`);
  const replies = await Promise.all(paths.map((path) => rig.call("admin", path)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});

test("acts of more entries than are read at first are listed in full, counted up to a thousand, and one alone exactly", async () => {
  const actor = { actor_kind: "user", actor: "bulk@groundcrew.example", action: "editStation" } as const;
  const added = async (request: string, count: number, minutes: number) => {
    const at = ago(minutes * MINUTE_MS);
    const rows = Array.from({ length: count }, (_, nth) => ({
      ...actor,
      at,
      request_id: request,
      target: `station s-${nth}`,
    }));
    await db.insertInto("audit_entries").values(rows).execute();
  };
  await added("old", 1, 40);
  // Entries of two acts in turns.
  for (let nth = 0; nth < 3; nth += 1) await Promise.all([added("one", 400, 30), added("other", 400, 30)]);
  await added("new", 2, 20);
  const { acts, next } = await list("admin", `&actor=${actor.actor}`);
  const shown = acts.map(({ request, entries, targets }) => [request, entries, targets]);
  const middle = shown.slice(1, 3);
  expect([shown[0], shown[3], next]).toEqual([["new", 2, 2], ["old", 1, 1], null]);
  expect(middle).toContainEqual(["one", 1_001, 400]);
  expect(middle).toContainEqual(["other", 1_001, 400]);
  const { act: alone, entries } = await act("admin", acts[1]?.id);
  expect([alone.entries, alone.targets, entries.length]).toEqual([1_200, 400, 1_000]);
});

test("managers see the keys of their organization by name, and those of the provider as the support", async () => {
  for (const [orgId, minutes] of [
    [harbor, 50],
    [provider, 51],
  ] as const) {
    const values = {
      org_id: orgId,
      name: `${orgId}-reports`,
      description: "Reports",
      secret_hash: Buffer.alloc(32, orgId),
    };
    const { id } = await db
      .insertInto("api_keys")
      .values({ ...values, created_by: "admin@groundcrew.example" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const actor = { actor_kind: "api_key", actor: `key ${id}`, actor_org_id: orgId, ip: "192.0.2.1" } as const;
    const entry = { org_id: harbor, target: `station ${HARBOR}`, action: "takeImages", request_id: `key of ${orgId}` };
    await db
      .insertInto("audit_entries")
      .values({ ...actor, ...entry, at: ago(minutes * MINUTE_MS) })
      .execute();
  }
  const { acts } = await list("harbor manager", `&from=${ago(55 * MINUTE_MS)}&actions=takeImages`);
  expect(acts.filter(({ request }) => request.startsWith("key of"))).toMatchObject([
    { actor: { kind: "api_key", id: `${harbor}-reports`, name: "Reports" }, address: "192.0.2.1" },
    { actor: { kind: "support", id: "", name: "" }, address: null },
  ]);
});

test("a manager does not see the name of a user who is now in another organization", async () => {
  const moved = "user@field.example";
  await db.updateTable("users").set({ name: "Mo Moved" }).where("email", "=", moved).execute();
  await db
    .insertInto("audit_entries")
    .values({ ...byManager, actor: moved, action: "takeImages", request_id: "moved", at: ago(56 * MINUTE_MS) })
    .execute();
  const actorFor = async (who: Who) =>
    (await list(who, `&actor=${moved}`)).acts.map(({ actor }) => [actor.id, actor.name]);
  expect(await actorFor("admin")).toEqual([[moved, "Mo Moved"]]);
  expect(await actorFor("harbor manager")).toEqual([[moved, ""]]);
});
