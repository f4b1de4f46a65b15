import type { AuditAct } from "@groundcrew/shared/audit";
import { expect, test } from "vitest";
import { auditRig } from "../../test/audit-rig.ts";
import { FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { valuesIn } from "../../test/database.ts";
import { addPlace, addTag } from "../../test/places.ts";

const { ago, call, db, orgs } = await auditRig();
const pier = await addPlace(db, { org_id: orgs.harbor, name: "Pier" }, [HARBOR]);
const farm = await addPlace(db, { org_id: orgs.field, name: "Farm" }, [FIELD]);
await addTag(db, { org_id: orgs.harbor, name: "beta" }, [HARBOR]);
await addTag(db, { org_id: orgs.field, name: "beta" }, [FIELD]);
await addTag(db, { org_id: orgs.provider, name: "watched" }, [HARBOR]);

/** The requests of the acts that a query finds. */
async function requests(who: Who, query: string): Promise<string[]> {
  const reply = await call(who, `/audit?until=${ago(0)}&${query}`);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  const { acts }: { acts: AuditAct[] } = reply.json();
  return acts.map(({ request }) => request);
}

const ofHarbor = ["r1", "r2", "r3", "r4", "r5", "s", "s"];

// @spec R8.10
test.each([
  ["site=PIER", ofHarbor],
  ["site=FARM", ["r2", "r7"]],
  ["tag=watched", ofHarbor],
  ["tag=beta&site=FARM", ["r2", "r7"]],
  ["tag=beta&org_id=FIELD", ["r2", "r7"]],
  ["tag=beta&actions=takeImages", ["r1", "r5", "r7"]],
  ["tag=unknown", []],
])("admins find what concerns stations by where they are now: %s", async (query, expected) => {
  const numbers = { PIER: pier, FARM: farm, FIELD: orgs.field };
  const filled = Object.entries(numbers).reduce((text, [name, id]) => text.replace(name, String(id)), query);
  expect(await requests("admin", filled)).toEqual(expected);
});

test("managers find what concerns their organization, by its sites and tags only", async () => {
  const visible = ["r1", "r2", "r4", "r5", "s", "s"];
  expect(await requests("harbor manager", `site=${pier}`)).toEqual(visible);
  expect(await requests("harbor manager", "tag=beta")).toEqual(visible);
  expect(await requests("harbor manager", "tag=watched")).toEqual([]);
  for (const path of ["/audit", "/audit/csv"]) {
    expect((await call("staff manager", `${path}?site=${farm}`)).statusCode).toBe(404);
    expect((await call("admin", `${path}?site=${farm}&org_id=${orgs.harbor}`)).statusCode).toBe(404);
    expect((await call("harbor manager", `${path}?site=${farm}`)).statusCode).toBe(404);
    expect((await call("harbor manager", `${path}?site=${pier}`)).statusCode).toBe(200);
  }
});

test("the file has the same entries, and a download that is refused is not recorded", async () => {
  const count = async () => (await valuesIn(db, "audit_entries", "id")).length;
  const before = await count();
  expect((await call("admin", "/audit/csv?site=999999")).statusCode).toBe(404);
  expect(await count()).toBe(before);
  const { body } = await call("admin", `/audit/csv?until=${ago(0)}&site=${farm}`);
  expect(
    body
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[2]),
  ).toEqual(["r2", "r7"]);
});

test("a station that has moved takes its entries with it, of which each organization sees its own", async () => {
  await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", HARBOR).execute();
  await db.updateTable("stations").set({ site_id: farm }).where("name", "=", HARBOR).execute();
  expect(await requests("harbor manager", `site=${pier}`)).toEqual([]);
  expect(await requests("harbor manager", "tag=beta")).toEqual([]);
  expect(await requests("admin", `site=${farm}`)).toEqual([...ofHarbor.slice(0, 5), "r7", "s", "s"]);
});
