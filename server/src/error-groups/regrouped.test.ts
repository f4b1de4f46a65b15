import { sql } from "kysely";
import { expect, test } from "vitest";
import { HARBOR } from "../../test/calls-rig.ts";
import { groupRig, reported } from "../../test/group-rig.ts";
import { addStation } from "../../test/stations.ts";
import { runHandler } from "../../test/run-handler.ts";
import { splitHandler } from "./acts/split-group.ts";

const { db, orgs, act, call, group, report, titled } = await groupRig();
const FLOODING = "gc-00000f100d00";
await addStation(db, { name: FLOODING, org_id: orgs.harbor });
const at = (station_name: string, message: string) => reported(message, { station_name });

test("a resolved group that gets back a later error from a merge is regressed, and says so in its history", async () => {
  await report(at(HARBOR, "Motor A stalls"), at(HARBOR, "Motor B stalls"));
  const [a, b] = [await titled("Motor A stalls"), await titled("Motor B stalls")];
  await act("resolve", [a.id], { solution: "New roof motor" });
  await act("merge", [a.id, b.id], { into: b.id });
  await report(at(HARBOR, "Motor A stalls"));
  const whole = await group(b.id);
  const ofA = whole.fingerprints.find(({ pattern }) => pattern === "Motor A stalls");
  const path = `/error-groups/${b.id}/fingerprints/${ofA?.id}?rev=${whole.rev}`;
  expect((await call("admin", path, { method: "DELETE" })).statusCode).toBe(200);
  expect(await group(a.id)).toMatchObject({
    state: "regressed",
    open: 1,
    state_reason: expect.stringMatching(/^First error after the resolution: /),
  });
  const { entries } = (await call("admin", `/error-groups/${a.id}/history`)).json();
  expect(entries.map(({ kind }: { kind: string }) => kind)).toContain("regressed");
});

test("a resolved group that gets back an earlier unresolved error is ongoing", async () => {
  await report(at(HARBOR, "Motor C stalls"), at(HARBOR, "Motor D stalls"));
  const [c, d] = [await titled("Motor C stalls"), await titled("Motor D stalls")];
  await act("resolve", [c.id], { solution: "New roof motor" });
  await act("merge", [c.id, d.id], { into: d.id });
  await sql`
    update station_errors set time_handled = null, handled_by = null, solution = null
    where error_message = 'Motor C stalls'`.execute(db);
  const whole = await group(d.id);
  const ofC = whole.fingerprints.find(({ pattern }) => pattern === "Motor C stalls");
  await call("admin", `/error-groups/${d.id}/fingerprints/${ofC?.id}?rev=${whole.rev}`, { method: "DELETE" });
  expect(await group(c.id)).toMatchObject({ state: "ongoing", open: 1 });
});

test("a resolved group with which a later error is merged is regressed, with an earlier one it is ongoing", async () => {
  const words = ["Rotor A", "Rotor B", "Rotor C", "Rotor D"].map((rotor) => `${rotor} whistles`);
  const [earlier = "", first = "", later = "", second = ""] = words;
  await report(at(HARBOR, earlier), at(HARBOR, first), at(HARBOR, second));
  await act("resolve", [(await titled(first)).id, (await titled(second)).id], { solution: "New rotors" });
  await report(at(HARBOR, later));
  const merge = async (into: string, other: string) => {
    const [{ id }, { id: otherId }] = [await titled(into), await titled(other)];
    const merged = await act("merge", [id, otherId], { into: id });
    const { entries } = (await call("admin", `/error-groups/${id}/history`)).json();
    return [...merged.json().groups, entries.map(({ kind }: { kind: string }) => kind)];
  };
  expect(await merge(first, later)).toMatchObject([
    { state: "regressed", state_reason: expect.stringMatching(/^First error after the resolution: /), open: 1 },
    ["regressed", "merged", "resolved", "first_seen"],
  ]);
  expect(await merge(second, earlier)).toMatchObject([
    { state: "ongoing", open: 1 },
    ["ongoing", "merged", "resolved", "first_seen"],
  ]);
});

test("a resolved group that gets a later error by a split is regressed", async () => {
  await report(at(HARBOR, "Latch 3 sticks 7 mm"));
  const whole = await titled("Latch <n> sticks <n> mm");
  const splitOf = async (id: number) => {
    const { rev, fingerprints } = await group(id);
    const body = { rev, fingerprint: fingerprints[0]?.id, placeholder: 0 };
    await call("admin", `/error-groups/${id}/split`, { method: "POST", body });
    const fingerprint = fingerprints[0]?.id;
    return () => runHandler(splitHandler({ db }), { fingerprint, after: null });
  };
  const moveErrors = await splitOf(whole.id);
  await report(at(HARBOR, "Latch 3 sticks 8 mm"));
  const latch = await titled("Latch 3 sticks <n> mm");
  await act("resolve", [latch.id], { solution: "Greased the latch" });
  // It was stored as of the whole, by a server that did not know of the split yet.
  await sql`update station_errors set time_logged = now() where error_message = 'Latch 3 sticks 7 mm'`.execute(db);
  await moveErrors();
  expect(await group(latch.id)).toMatchObject({ state: "regressed", open: 1 });
});

test("a station adds three hundred kinds of errors a day; further ones are one group, and those of other stations are not", async () => {
  const word = (index: number) =>
    Array.from(String(index).padStart(3, "0"), (digit) => "abcdefghij"[Number(digit)]).join("");
  const messages = Array.from({ length: 350 }, (_, index) => `Screw ${word(index)} is loose`);
  const countOf = async () =>
    (await sql`select id from error_fingerprints where pattern like 'Screw %'`.execute(db)).rows.length;
  for (let start = 0; start < 350; start += 70) {
    await report(...messages.slice(start, start + 70).map((message) => at(FLOODING, message)));
  }
  expect(await countOf()).toBe(300);
  const other = await titled("Other errors: the station reports too many different ones");
  expect(other).toMatchObject({ open: 50, stations: 1 });
  await report(
    at(FLOODING, "Screw aaa is loose"),
    at(FLOODING, "Screw zzz is loose"),
    at(HARBOR, "Screw yyy is loose"),
  );
  expect(await countOf()).toBe(301);
  expect((await group(other.id)).open).toBe(51);
});
