import { usualPreferences } from "@groundcrew/shared/sessions";
import { searchSupportLog } from "@groundcrew/shared/support-log";
import { beforeEach, expect, test } from "vitest";
import { addEntry, daysBefore, emptyLog, FIELD, HARBOR, triageRig } from "../../test/triage-rig.ts";
import { Scope } from "../platform/http/index.ts";
import { searchEntries } from "./entry-queries.ts";

const { db, call } = await triageRig();
beforeEach(() => emptyLog(db));

async function search(q: string) {
  const reply = (await call("admin", `/supportlog/search?q=${encodeURIComponent(q)}`)).json();
  return searchSupportLog.replies[200].parse(reply);
}

// @spec R5.1
test("a search finds entries and replies by a part of their content in any case: open incidents first, then the newest", async () => {
  const add = (content: string, days: number, more = {}) =>
    addEntry(db, HARBOR, { content, created: daysBefore(days), ...more });
  const incident = await add("The ROOF is stuck", 9, { status: "incident_pending" });
  const older = await add("roof motor swapped", 8);
  const resolved = await add("Roof stuck", 7, { status: "incident_resolved" });
  const reply = await add("I closed the roof", 1, { parent_id: older });
  await add("Belt is worn", 2);

  const { entries, count } = await search(" Roof ");
  expect(entries.map(({ id }) => id)).toEqual([incident, reply, resolved]);
  expect(count).toBe(4);
  expect(entries[0]).toMatchObject({ station_name: HARBOR, status: "incident_pending", content: "The ROOF is stuck" });
});

test("an entry is found by its number however old it is, and by its content for a year", async () => {
  const old = await addEntry(db, FIELD, { content: "x".repeat(300), created: daysBefore(400) });
  expect(await search("xxx")).toEqual({ entries: [], count: 0 });
  for (const text of [`#${old}`, `${old}`]) {
    const { entries } = await search(text);
    expect(entries.map(({ id, content }) => [id, content.length])).toEqual([[old, 200]]);
  }
});

test("the entry with the number is first, also before newer open incidents that contain the number", async () => {
  const found = await addEntry(db, FIELD, { created: daysBefore(9) });
  for (const days of [1, 2, 3])
    await addEntry(db, HARBOR, { content: `As in #${found}`, created: daysBefore(days), status: "incident_pending" });
  const { entries, count } = await search(`#${found}`);
  expect(entries[0]?.id).toBe(found);
  expect(count).toBe(4);
});

test("a percent sign and an underscore are searched as they are", async () => {
  const found = await addEntry(db, HARBOR, { content: "at 50% of slot_3" });
  expect((await search("0% of slot_")).entries.map(({ id }) => id)).toEqual([found]);
  expect((await search("5%f")).count).toBe(0);
});

test("the scope of an organization has only entries of its stations", async () => {
  const own = await addEntry(db, HARBOR);
  await addEntry(db, FIELD);
  const { org_id } = await db
    .selectFrom("stations")
    .select("org_id")
    .where("name", "=", HARBOR)
    .executeTakeFirstOrThrow();
  const user = {
    name: "",
    email: "",
    can_manage: true,
    can_admin: false,
    org_id,
    organization: "",
    default_view: null,
    preferences: usualPreferences,
  };
  const scope = Scope.of({ kind: "user", id: 1, user, provider: false });
  expect((await searchEntries(db, scope, "belt")).map(({ id, count }) => [id, count])).toEqual([[own, 1]]);
});
