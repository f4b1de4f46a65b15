import { revisionsHash } from "@groundcrew/shared/live";
import { DatabaseError } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { userOf } from "../../test/stations-app.ts";
import { A, B, C, HARBOR, openLiveRig, SKYLINE } from "../../test/live-rig.ts";

let rig: Awaited<ReturnType<typeof openLiveRig>>;
beforeEach(async () => {
  rig = await openLiveRig();
});
afterEach(() => rig.app.close());

test("begins with the server's time, then has each change of a row, for those who may see it", async () => {
  const [staff, harbor, skyline] = await Promise.all(
    ["staff", "harbor", "skyline"].map((who) => rig.watch(who, rig.asOf())),
  );
  rig.clock.now += 1_000;
  rig.put(A, HARBOR, { description: "By the sea" });
  await expect.poll(() => staff?.dataOf("stations")).toHaveLength(1);
  await expect.poll(() => harbor?.dataOf("stations")).toHaveLength(1);
  expect(staff?.events[0]).toMatchObject({ event: "hello", data: { server_time: "2026-03-01T12:01:00.000Z" } });
  for (const stream of [staff, harbor]) {
    expect(stream?.dataOf("stations")).toEqual([
      {
        at: "2026-03-01T12:01:01.002Z",
        changes: [expect.objectContaining({ name: A, description: "By the sea" })],
      },
    ]);
  }
  rig.put(C, SKYLINE, { description: "On the roof" });
  await expect.poll(() => skyline?.dataOf("stations")).toHaveLength(1);
  expect(JSON.stringify(skyline?.events)).not.toContain(A);
  expect(JSON.stringify(harbor?.events)).not.toContain(C);
});

test("what only admins see reaches admins only", async () => {
  const [admin, staff] = await Promise.all(["admin", "staff"].map((who) => rig.watch(who, rig.asOf())));
  rig.clock.now += 1;
  rig.put(A, HARBOR, { incident_pending: 3 });
  await expect.poll(() => admin?.dataOf("stations")).toHaveLength(1);
  rig.put(B, HARBOR, { description: "Later" });
  await expect.poll(() => staff?.dataOf("stations")).toHaveLength(1);
  expect(JSON.stringify(admin?.events)).toContain('"incident_pending":3');
  expect(JSON.stringify(staff?.events)).not.toMatch(/incident_pending/);
  expect(staff?.dataOf("stations")).toMatchObject([{ changes: [{ name: B }] }]);
});

test("a station that leaves a user's view is removed, also if it only moves to another organization", async () => {
  const [staff, harbor, skyline] = await Promise.all(
    ["staff", "harbor", "skyline"].map((who) => rig.watch(who, rig.asOf())),
  );
  rig.put(A, SKYLINE);
  await expect.poll(() => harbor?.dataOf("stations")).toHaveLength(1);
  await expect.poll(() => skyline?.dataOf("stations")).toHaveLength(1);
  expect(harbor?.dataOf("stations")[0]).toMatchObject({ changes: [{ name: A, removed: true }] });
  expect(skyline?.dataOf("stations")[0]).toMatchObject({ changes: [{ name: A, org_id: SKYLINE }] });
  await expect.poll(() => staff?.dataOf("stations")).toHaveLength(1);
  rig.put(B, HARBOR, { retired: "2026-03-01T12:00:00.000Z" });
  await expect.poll(() => staff?.dataOf("stations")[1]).toMatchObject({ changes: [{ name: B, removed: true }] });
});

test("times of contact alone come every ten seconds, in columns, with the hash of all revisions", async () => {
  const stream = await rig.watch("staff", rig.asOf());
  rig.report(A);
  rig.clock.now += 1;
  await expect.poll(() => stream.dataOf("stations")).toHaveLength(1);
  rig.clock.now += 3_999;
  rig.report(A);
  rig.clock.now += 7_000;
  await expect.poll(() => stream.dataOf("stations"), { timeout: 3_000 }).toHaveLength(2);
  expect(stream.dataOf("stations")[1]).toMatchObject({
    changes: [{ volatile: { at: "2026-03-01T12:01:11.000Z", last_active: [7_000, null, null] } }],
    revisions_hash: revisionsHash(rig.revisions()),
  });
});

test("a message of a station that the client named is reported, but not that of another one", async () => {
  const stream = await rig.watch("harbor", `?names=${A},${C}`);
  rig.report(B);
  rig.report(C);
  rig.report(A);
  await expect.poll(() => stream.dataOf("changed")).toEqual([{ notices: [{ topic: "station", station: A }] }]);
  expect(stream.dataOf("stations")).toEqual([]);
});

test("a client that shows pages of the list learns which of its rows have changed, but not of mere readings", async () => {
  rig.report(A);
  const stream = await rig.watch("harbor", "?rows=true");
  rig.report(A);
  rig.put(C, SKYLINE, { description: "Another organization" });
  rig.put(B, HARBOR, { description: "Moved to the pier" });
  await expect.poll(() => stream.dataOf("changed")).toEqual([{ notices: [{ topic: "rows", station: B }] }]);
  expect(stream.dataOf("stations")).toEqual([]);
});

test("notices reach those who may see what they are about", async () => {
  const [admin, harbor, skyline] = await Promise.all(["admin", "harbor", "skyline"].map((who) => rig.watch(who)));
  rig.notify({ topic: "errors", station: A, orgId: null, forAdmins: false });
  rig.notify({ topic: "support_log", station: A, orgId: null, forAdmins: true });
  rig.notify({ topic: "users", station: null, orgId: SKYLINE, forAdmins: false });
  const notices = (stream: typeof admin) => stream?.dataOf("changed").flatMap(({ notices }) => notices);
  const errors = { topic: "errors", station: A };
  const users = { topic: "users", station: null };
  await expect.poll(() => notices(admin)).toEqual([errors, { topic: "support_log", station: A }, users]);
  await expect.poll(() => notices(harbor)).toEqual([errors]);
  await expect.poll(() => notices(skyline)).toEqual([users]);
});

test("continues after the last event, whether the same server sent it or another one", async () => {
  const first = await rig.watch("staff", rig.asOf());
  rig.put(A, HARBOR, { description: "Seen" });
  await expect.poll(() => first.dataOf("stations")).toHaveLength(1);
  const id = first.events.at(-1)?.id ?? "";
  await first.close();
  rig.clock.now += 5_000;
  rig.put(B, HARBOR, { description: "Missed" });
  const same = await rig.watch("staff", "", { "last-event-id": id });
  await expect.poll(() => same.dataOf("stations")).toMatchObject([{ changes: [{ name: B }] }]);
  const other = await rig.watch("staff", "", { "last-event-id": id.replace(/^\w+/, "other") });
  const readings = { volatile: { at: expect.any(String) } };
  await expect.poll(() => other.dataOf("stations")).toMatchObject([{ changes: [readings, { name: A }, { name: B }] }]);
});

test("sends the readings that were missed at once when a client was away for longer than they take", async () => {
  const first = await rig.watch("staff", rig.asOf());
  rig.put(A, HARBOR, { description: "Seen" });
  await expect.poll(() => first.dataOf("stations")).toHaveLength(1);
  const id = first.events.at(-1)?.id ?? "";
  await first.close();
  rig.clock.now += 10_000;
  const again = await rig.watch("staff", "", { "last-event-id": id });
  const readings = { volatile: { at: expect.any(String) } };
  await expect.poll(() => again.dataOf("stations")).toMatchObject([{ changes: [readings] }]);
});

test("says that it does not know what was missed since before the server started", async () => {
  const stream = await rig.watch("staff", "?after=2026-03-01T11:00:00.000Z");
  await expect.poll(() => stream.dataOf("resync")).toEqual([{ at: "2026-03-01T12:01:00.000Z" }]);
});

test("a client that stops reading gets only the newest row of each station later", async () => {
  const headers = { "accept-encoding": "identity" };
  const reading = await rig.watch("staff", rig.asOf(), headers);
  const { body } = await fetch(`${rig.url}/api/live${rig.asOf()}`, { headers: { ...headers, cookie: "staff" } });
  const reader = body?.getReader();
  const filler = "x".repeat(500_000);
  // More than the buffers of a connection hold.
  for (let turn = 1; turn <= 40; turn++) {
    for (const name of [A, B]) rig.put(name, HARBOR, { description: `${turn}. ${filler}` });
    await expect.poll(() => reading.dataOf("stations").length, { interval: 5 }).toBe(turn);
  }
  let received = "";
  while (!received.includes('"40. ')) received += Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(received.split("event: stations").length - 1).toBeLessThan(40);
  await reader?.cancel();
});

test("ends at once when the session ends or its rights change, after saying why", async () => {
  const [ended, moved] = await Promise.all(["harbor", "admin"].map((who) => rig.watch(who, rig.asOf())));
  rig.people.delete("harbor");
  rig.people.set("admin", userOf(1, { provider: true }));
  rig.put(A, HARBOR, { description: "Secret" });
  await Promise.all([ended?.ended, moved?.ended]);
  expect(ended?.events.at(-1)).toMatchObject({ event: "bye", data: { reason: "session" } });
  expect(moved?.events.at(-1)).toMatchObject({ event: "bye", data: { reason: "rights" } });
  expect(JSON.stringify([ended?.events, moved?.events])).not.toContain("Secret");
  expect([ended?.failure(), moved?.failure()]).toEqual([null, null]);
});

test("ends when its user has to set up a second factor, and cannot be opened again", async () => {
  const stream = await rig.watch("harbor", rig.asOf());
  const before = userOf(HARBOR);
  const required_step = { from: "2026-03-01", is_due: true };
  rig.people.set("harbor", { ...before, user: { ...before.user, required_step } });
  rig.put(A, HARBOR, { description: "Secret" });
  await stream.ended;
  expect(stream.events.at(-1)).toMatchObject({ event: "bye", data: { reason: "rights" } });
  expect(JSON.stringify(stream.events)).not.toContain("Secret");
  expect((await rig.watch("harbor")).status).toBe(403);
});

test("a session has four streams; a fifth is refused until one is closed", async () => {
  const streams = await Promise.all([1, 2, 3, 4].map(() => rig.watch("staff")));
  const fifth = await rig.watch("staff");
  expect([fifth.status, fifth.headers.get("retry-after")]).toEqual([503, "30"]);
  await streams[0]?.close();
  await vi.waitFor(async () => expect((await rig.watch("staff")).status).toBe(200));
});

test("a server that stops says so and when to come back", async () => {
  const stream = await rig.watch("staff", rig.asOf());
  await rig.app.close();
  await stream.ended;
  expect(stream.events.at(-1)).toEqual({ event: "bye", id: null, data: { reason: "shutdown", within_ms: 5_000 } });
  expect(stream.failure()).toBeNull();
});

test("only users may watch, and only admins replaceables", async () => {
  expect((await rig.watch("nobody")).status).toBe(401);
  expect((await rig.watch("staff", "?include_replaceables=1")).status).toBe(403);
  const stream = await rig.watch("staff");
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
});

test("a stream that cannot be opened because the database is unavailable ends with that reason", async () => {
  rig.people.get = () => {
    throw Object.assign(new DatabaseError("The database is starting up.", 0, "error"), { code: "57P03" });
  };
  const stream = await rig.watch("staff", rig.asOf());
  await expect
    .poll(() => stream.events)
    .toEqual([{ event: "bye", id: null, data: { reason: "unavailable", within_ms: 5_000 } }]);
  rig.people.get = () => {
    throw new Error("Something else.");
  };
  expect((await fetch(`${rig.url}/api/live`, { headers: { cookie: "groundcrew_session=staff" } })).status).toBe(500);
});
