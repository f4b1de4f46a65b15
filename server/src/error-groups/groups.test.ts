import { sql } from "kysely";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { FIELD, HARBOR, NOT_ADMINS } from "../../test/calls-rig.ts";
import { before, groupRig, reported, setVersions } from "../../test/group-rig.ts";
import { runHandler } from "../../test/run-handler.ts";
import { splitHandler } from "./acts/split-group.ts";
import { updateGroupStates } from "./update-states.ts";

const { db, act, call, group, list, report, titled } = await groupRig();
const solution = "Replaced the charger board";
const at = (station_name: string, message: string, more = {}) => reported(message, { station_name, ...more });

test("errors that differ by numbers are one group, with its stations, versions and days", async () => {
  await setVersions(db, HARBOR, "1.4.3");
  await report(at(HARBOR, "Charger slot 5 is hot: 61", { job_type: "charge" }));
  await report(
    at(HARBOR, "Charger slot 2 is hot: 70", { job_type: "charge" }),
    at(FIELD, "Charger slot 1 is hot: 64", { job_type: "charge" }),
    at(FIELD, "Charger slot 1 is cold: 4", { job_type: "charge" }),
  );
  const { groups, counts, totals } = await list("?q=charger");
  expect(groups.map(({ title, open, stations }) => [title, open, stations])).toEqual([
    ["Charger slot <n> is hot: <n>", 3, 2],
    ["Charger slot <n> is cold: <n>", 1, 1],
  ]);
  expect(counts).toEqual({ open: 2, mine: 0, archived: 0, resolved: 0 });
  expect(totals).toEqual({ errors: 4, stations: 2, groups: 2, archived: 0, attached: 0, stations_maintained: 0 });
  const [hot] = groups;
  expect(hot).toMatchObject({
    state: "new",
    job_type: "charge",
    station_type: "atlas",
    total: 3,
    merged: 0,
    owner: null,
  });
  // Yesterday, if midnight has just passed.
  expect(hot?.days.reduce((sum, errors) => sum + errors)).toBe(3);
  expect(hot?.firmware).toEqual({ version: "1.4.3", share: 1 });
  const stations = (await call("admin", `/error-groups/${hot?.id}/stations`)).json().stations;
  expect(stations.map((one: object) => one)).toMatchObject([
    { station: HARBOR, open: 2, firmware: "1.4.3", organization: "Harbor Air" },
    { station: FIELD, open: 1, firmware: null },
  ]);
  const errors = (await call("admin", `/error-groups/${hot?.id}/errors`)).json().errors;
  expect(errors.map((one: { station: string }) => one.station).toSorted()).toEqual([HARBOR, HARBOR, FIELD].toSorted());
  expect((await call("admin", `/error-groups/${hot?.id}/variation`)).json()).toMatchObject({
    errors: 3,
    variations: [
      { kind: "firmware", values: [{ value: "1.4.3", errors: 2 }] },
      { kind: "placeholder", name: "Charger slot", other_values: 0 },
      { kind: "placeholder", name: "is hot:" },
      { kind: "software" },
    ],
  });
});

test("several groups together count each of their stations once", async () => {
  await report(
    at(HARBOR, "Fan 1 is slow", { job_type: "cool" }),
    at(HARBOR, "Filter 2 is full", { job_type: "cool" }),
    at(FIELD, "Filter 3 is full", { job_type: "cool" }),
  );
  const ids = [(await titled("Fan <n> is slow")).id, (await titled("Filter <n> is full")).id];
  const summary = await call("admin", `/error-groups/summary?groups=${ids.join(",")}`);
  expect(summary.json()).toEqual({ errors: 3, stations: 2 });
  expect((await call("admin", "/error-groups/summary?groups=999999")).json()).toEqual({ errors: 0, stations: 0 });
  expect((await call("admin", "/error-groups/summary?groups=a")).statusCode).toBe(422);
  const filters = (await call("admin", "/error-groups/filters")).json();
  expect(filters.job_types).toContain("cool");
  expect(filters.firmwares).toContain("1.4.3");
});

test("resolving a group resolves all its open errors at every station, and the next error makes it regressed", async () => {
  await report(at(HARBOR, "Roof stuck at 3"), at(FIELD, "Roof stuck at 4"));
  const { id } = await titled("Roof stuck at <n>");
  const reply = await act("resolve", [id], { solution });
  expect([reply.statusCode, reply.json().errors]).toEqual([200, 2]);
  expect(await group(id)).toMatchObject({
    state: "resolved",
    open: 0,
    stations: 0,
    resolution: { solution, fixed_from: null },
  });
  // One that happened before arrives late.
  await report(at(HARBOR, "Roof stuck at 9", { occurred: before(HOUR_MS) }));
  expect(await group(id)).toMatchObject({ state: "resolved", open: 0, total: 3 });
  await report(at(HARBOR, "Roof stuck at 5"));
  expect(await group(id)).toMatchObject({
    state: "regressed",
    open: 1,
    state_reason: expect.stringContaining(`First error after the resolution: Serial of ${HARBOR}`),
  });
  const { entries } = (await call("admin", `/error-groups/${id}/history`)).json();
  expect(entries.map((entry: { kind: string }) => entry.kind)).toEqual(["regressed", "resolved", "first_seen"]);
  expect(entries.at(-1).details).toMatchObject({ station: FIELD, serial_number: `Serial of ${FIELD}` });
});

test("errors of firmware before the fix are resolved as they arrive; one with the fix makes the group regressed", async () => {
  await setVersions(db, HARBOR, "1.9.0");
  await report(at(HARBOR, "Voltage 11032 is odd"));
  const { id } = await titled("Voltage <n> is odd");
  await act("resolve", [id], { solution, fixed_from: "1.10.0" });
  await report(at(HARBOR, "Voltage 11033 is odd"));
  expect(await group(id)).toMatchObject({ state: "resolved", open: 0, total: 2 });
  await setVersions(db, HARBOR, "1.10.0");
  await report(at(HARBOR, "Voltage 11034 is odd"));
  expect(await group(id)).toMatchObject({ state: "regressed", open: 1 });
});

test("a group whose last error is resolved in triage is resolved", async () => {
  await report(at(HARBOR, "Latch was not seen open"));
  const { id } = await titled("Latch was not seen open");
  const [error] = (await call("admin", `/error-groups/${id}/errors`)).json().errors;
  await call("admin", `/stations/${HARBOR}/errors`, { method: "PATCH", body: [{ id: error.id, solution }] });
  expect(await group(id)).toMatchObject({
    state: "resolved",
    resolution: { solution, by: "admin@groundcrew.example" },
  });
  const named = { email: "admin@groundcrew.example", name: "Ana Ruiz", org_id: 1 };
  await db.insertInto("users").values(named).execute();
  expect(await group(id)).toMatchObject({ resolution: { by: "Ana Ruiz" } });
});

test("an act on what someone else has changed is a 412 that says who changed what, and changes nothing", async () => {
  await report(at(HARBOR, "Pump 1 leaks"));
  const { id, rev } = await titled("Pump <n> leaks");
  const body = { groups: [{ id, rev }], why: "Known", until: new Date(Date.now() + DAY_MS).toISOString() };
  const archived = await call("named admin", "/error-groups/archive", { method: "POST", body });
  expect(archived.json().groups).toMatchObject([{ state: "archived", archive: { why: "Known", by: "Kari" } }]);
  const late = await call("admin", "/error-groups/resolve", {
    method: "POST",
    body: { groups: [{ id, rev }], solution },
  });
  expect([late.statusCode, late.json().detail]).toEqual([
    412,
    `Group ${id} was changed: Kari archived it. Nothing was saved; load it again.`,
  ]);
  expect(await group(id)).toMatchObject({ state: "archived", open: 1 });
  // The author of an act is stored as a login; people read a name.
  await sql`update error_groups set changed_by = 'lee@groundcrew.example' where id = ${id}`.execute(db);
  await db.insertInto("users").values({ email: "lee@groundcrew.example", name: "Lee Tran", org_id: 1 }).execute();
  const later = await call("admin", "/error-groups/resolve", {
    method: "POST",
    body: { groups: [{ id, rev }], solution },
  });
  expect(later.json().detail).toBe(`Group ${id} was changed: Lee Tran archived it. Nothing was saved; load it again.`);
});

test.each<[string, object, string[]]>([
  ["after more errors", { errors: 2 }, ["archived", "ongoing"]],
  ["after more stations", { stations: 1 }, ["archived", "archived", "ongoing"]],
])("an archived group returns %s", async (name, condition, states) => {
  const message = `Belt slipped ${name}`;
  await report(at(HARBOR, message));
  const { id } = await titled(message);
  await act("archive", [id], { ...condition, why: "Harmless" });
  for (const [index, state] of states.entries()) {
    await report(at(index === 2 ? FIELD : HARBOR, message));
    expect(await group(id)).toMatchObject({ state });
  }
});

test("an archived group returns at its time, and at an error of newer firmware", async () => {
  await setVersions(db, HARBOR, "2.0.0");
  await report(at(HARBOR, "Fan is slow"), at(HARBOR, "Fan is loud"));
  const [slow, loud] = [await titled("Fan is slow"), await titled("Fan is loud")];
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  await act("archive", [slow.id], { until, why: "Harmless" });
  await act("archive", [loud.id], { newer_than: "2.0.0", why: "Fixed soon" });
  await updateGroupStates(db, Date.now());
  await report(at(HARBOR, "Fan is loud"));
  expect([(await group(slow.id)).state, (await group(loud.id)).state]).toEqual(["archived", "archived"]);
  await updateGroupStates(db, Date.now() + 2 * HOUR_MS);
  await setVersions(db, HARBOR, "2.0.1");
  await report(at(HARBOR, "Fan is loud"));
  expect([(await group(slow.id)).state, (await group(loud.id)).state]).toEqual(["ongoing", "ongoing"]);
});

test("a group is new for a week, and escalates when a day has three times as many errors as usual", async () => {
  const often = (count: number, days: number) =>
    Array.from({ length: count }, () => at(HARBOR, "Gripper 1 is not home", { time_logged: before(days * DAY_MS) }));
  await report(...often(7, 6.5));
  const { id } = await titled("Gripper <n> is not home");
  await updateGroupStates(db, Date.now());
  expect((await group(id)).state).toBe("new");
  await updateGroupStates(db, Date.now() + DAY_MS);
  expect((await group(id)).state).toBe("ongoing");
  await report(...often(11, 0.1));
  await updateGroupStates(db, Date.now());
  expect(await group(id)).toMatchObject({
    state: "escalating",
    state_reason: "11 errors in 24 hours, about 1 a day before",
  });
  await updateGroupStates(db, Date.now() + 2 * DAY_MS);
  expect((await group(id)).state).toBe("ongoing");
});

test("merged groups are one; a removed fingerprint returns to its group, and no pattern takes it again", async () => {
  await report(at(HARBOR, "Hinge A squeaks"), at(FIELD, "Hinge B squeaks"), at(FIELD, "Hinge A squeaks"));
  const [a, b] = [await titled("Hinge A squeaks"), await titled("Hinge B squeaks")];
  const merged = await act("merge", [a.id, b.id], { into: a.id, pattern: "Hinge * squeaks" });
  expect(merged.json().groups).toMatchObject([{ id: a.id, open: 3, stations: 2, merged: 1 }]);
  expect(await group(b.id)).toMatchObject({ merged_into: a.id, open: 0 });
  await report(at(HARBOR, "Hinge C squeaks"), at(HARBOR, "Hinge B squeaks"));
  const whole = await group(a.id);
  expect(whole).toMatchObject({ open: 5, stations: 2, merged: 2 });
  const ofB = whole.fingerprints.find(({ pattern }) => pattern === "Hinge B squeaks");
  const removed = await call("admin", `/error-groups/${a.id}/fingerprints/${ofB?.id}?rev=${whole.rev}`, {
    method: "DELETE",
  });
  expect(removed.json().groups).toMatchObject([
    { id: a.id, open: 3, stations: 2 },
    { id: b.id, open: 2, stations: 2 },
  ]);
  await report(at(HARBOR, "Hinge B squeaks"));
  expect(await group(b.id)).toMatchObject({ open: 3, merged_into: null });
});

test("a split makes a group of each value, of the errors of the past and of those to come", async () => {
  await report(
    ...Array.from({ length: 9 }, (_, index) =>
      at(index % 2 === 0 ? HARBOR : FIELD, `Valve ${index % 3} leaks ${index} ml`),
    ),
  );
  const { id, rev } = await titled("Valve <n> leaks <n> ml");
  const [fingerprint] = (await group(id)).fingerprints;
  const body = { rev, fingerprint: fingerprint?.id, placeholder: 0 };
  expect((await call("admin", `/error-groups/${id}/split`, { method: "POST", body })).statusCode).toBe(202);
  await report(at(HARBOR, "Valve 2 leaks 30 ml"), at(HARBOR, "Valve 7 leaks 31 ml"));
  await runHandler(splitHandler({ db }), { fingerprint: fingerprint?.id, after: null });
  const { groups } = await list("?q=valve&sort=open");
  expect(new Set(groups.map(({ title, open, stations }) => `${title}: ${open} at ${stations}`))).toEqual(
    new Set([
      "Valve 0 leaks <n> ml: 3 at 2",
      "Valve 1 leaks <n> ml: 3 at 2",
      "Valve 2 leaks <n> ml: 4 at 2",
      "Valve 7 leaks <n> ml: 1 at 1",
    ]),
  );
  expect(await group(id)).toMatchObject({ open: 0, total: 0 });
  const again = await call("admin", `/error-groups/${id}/split`, { method: "POST", body: { ...body, rev: rev + 1 } });
  expect(again.statusCode).toBe(409);
});

test("many errors of one station are as urgent as few of several", async () => {
  const many = Array.from({ length: 300 }, (_, index) => at(HARBOR, `Urgent roof ${index}`));
  await report(...many, at(HARBOR, "Urgent lamp 1"), at(FIELD, "Urgent lamp 2"), at(FIELD, "Urgent door 1"));
  const { groups } = await list("?q=urgent");
  expect(groups.map(({ title }) => title)).toEqual(["Urgent roof <n>", "Urgent lamp <n>", "Urgent door <n>"]);
});

test("unresolved errors that are attached to an entry are counted beside those to triage", async () => {
  const totals = async () => (await call("admin", "/error-groups")).json().totals;
  const before = await totals();
  await report(at(HARBOR, "Attached lamp 1"), at(HARBOR, "Attached lamp 2"));
  const entry = await sql<{ id: number }>`
    insert into support_log_entries (station_name, author, status, content)
    values (${HARBOR}, 'Kari', 'incident_pending', 'Lamp') returning id`.execute(db);
  await sql`
    update station_errors set supportlog_entry_id = ${entry.rows[0]?.id} where error_message = 'Attached lamp 1'`.execute(
    db,
  );
  expect(await totals()).toMatchObject({ errors: before.errors + 1, attached: before.attached + 1 });
});

test("a CSV file has all groups of a list in its order", async () => {
  await report(at(HARBOR, "=Formula failed, again"));
  const reply = await call("admin", "/error-groups/csv?sort=open");
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  const lines: string[] = reply.body.trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFGroup,State,Error,Job Type,Station Type,Open,Stations,Total,.*,Owner$/);
  const { groups } = await list("?sort=open");
  expect(lines.slice(1).map((line) => Number(line.split(",")[0]))).toEqual(groups.map(({ id }) => id));
  expect(reply.body).toContain(`"'=Formula failed, again"`);
  const narrowed = await call("admin", "/error-groups/csv?q=formula");
  expect(narrowed.body.trimEnd().split("\r\n")).toHaveLength(2);
});

test("lists of groups are paged, sorted and filtered by the server", async () => {
  const words = Array.from(
    { length: 120 },
    (_, index) => `${String.fromCodePoint(97 + (index % 26))}${"x".repeat(Math.floor(index / 26) + 1)}`,
  );
  await report(...words.map((word) => at(FIELD, `Paged ${word}`, { job_type: "page" })));
  await report(at(FIELD, "Paged ax", { job_type: "page" }));
  const first = await list("?job_type=page&sort=open");
  const second = await list(`?job_type=page&sort=open&cursor=${first.next}`);
  expect([first.groups.length, second.groups.length, second.next]).toEqual([100, 20, null]);
  expect(new Set([...first.groups, ...second.groups].map(({ id }) => id)).size).toBe(120);
  expect(first.groups[0]).toMatchObject({ title: "Paged ax", open: 2 });
  const [one] = first.groups;
  expect((await list(`?q=${one?.id}`)).groups.map(({ id }) => id)).toEqual([one?.id]);
  expect((await list("?job_type=page&own=mine")).groups).toEqual([]);
});

test.each(NOT_ADMINS)("%s sees no groups", async (who, status) => {
  expect((await call(who, "/error-groups")).statusCode).toBe(status);
});
