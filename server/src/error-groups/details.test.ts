import { sql } from "kysely";
import { expect, test } from "vitest";
import { FIELD, HARBOR } from "../../test/calls-rig.ts";
import { before, groupRig, reported } from "../../test/group-rig.ts";
import { runHandler } from "../../test/run-handler.ts";
import { resolutionHandler } from "./acts/resolve-groups.ts";
import { splitHandler } from "./acts/split-group.ts";

const { db, act, call, group, list, report, titled } = await groupRig();
const solution = "Replaced the charger board";
const at = (station_name: string, message: string) => reported(message, { station_name });

test("what varies in a group includes the hardware version that was recorded last for each station", async () => {
  const recorded = (station_name: string, created: number, version: string) => ({
    station_name,
    created: before(created),
    author: "Kari",
    entry: JSON.stringify({ production_run_version: version }),
  });
  await db
    .insertInto("ssot_entries")
    .values([recorded(HARBOR, 9, "4"), recorded(HARBOR, 5, "Rev 5 (2024)"), recorded(FIELD, 1, "unknown")])
    .execute();
  await report(at(HARBOR, "Clamp 1 slips"), at(HARBOR, "Clamp 2 slips"), at(FIELD, "Clamp 2 slips"));
  const { id } = await titled("Clamp <n> slips");
  const { variations } = (await call("admin", `/error-groups/${id}/variation`)).json();
  const hardware = variations.find(({ kind }: { kind: string }) => kind === "hardware");
  expect(hardware).toMatchObject({ name: "Hardware version", values: [{ value: "v5", errors: 2 }], others: 0 });
  expect(variations.find(({ kind }: { kind: string }) => kind === "placeholder")).toMatchObject({
    values: [
      { value: "2", errors: 2 },
      { value: "1", errors: 1 },
    ],
  });
});

test("a station in maintenance is listed with that, and its errors count like those of others", async () => {
  await report(at(HARBOR, "Brush worn"), at(FIELD, "Brush worn"));
  const { id } = await titled("Brush worn");
  const { totals: unmaintained } = (await call("admin", "/error-groups")).json();
  await sql`
    with started as (
      insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
      values (${HARBOR}, 'New brush', 'Ana Ruiz', true, now(), now() + interval '1 hour') returning id
    )
    update stations set maintenance_id = started.id from started where name = ${HARBOR}`.execute(db);
  expect(await group(id)).toMatchObject({ open: 2, stations: 2, stations_maintained: 1 });
  const { totals } = (await call("admin", "/error-groups")).json();
  expect(totals).toEqual({ ...unmaintained, stations_maintained: unmaintained.stations_maintained + 1 });
  expect((await call("admin", `/error-groups/${id}/stations`)).json().stations).toMatchObject([
    { station: HARBOR, maintenance: { why: "New brush", by: "Ana Ruiz" } },
    { station: FIELD, maintenance: null },
  ]);
  await sql`update stations set maintenance_id = null where name = ${HARBOR}`.execute(db);
});

test("a resolution that runs on shows its progress, also where its errors are merged or split meanwhile", async () => {
  const many = (word: string) =>
    Array.from({ length: 2_600 }, (_, index) =>
      at(index % 2 === 0 ? HARBOR : FIELD, `${word} ${index % 2} is dry ${index}`),
    );
  await report(...many("Grease"));
  await report(...many("Oil"));
  const [grease, oil] = [await titled("Grease <n> is dry <n>"), await titled("Oil <n> is dry <n>")];
  expect((await act("resolve", [grease.id, oil.id], { solution })).statusCode).toBe(202);
  expect((await group(grease.id)).resolving).toEqual({ done: 0, errors: 2_600 });
  expect((await list("?tab=resolved&q=grease")).groups).toMatchObject([{ resolving: { done: 0, errors: 2_600 } }]);

  await report(at(HARBOR, "Seal is dry"));
  const seal = await titled("Seal is dry");
  await act("merge", [seal.id, grease.id], { into: seal.id });
  expect(await group(seal.id)).toMatchObject({ open: 2_601, resolving: { done: 0, errors: 2_600 } });
  const { fingerprints, rev } = await group(oil.id);
  const body = { rev, fingerprint: fingerprints[0]?.id, placeholder: 0 };
  await call("admin", `/error-groups/${oil.id}/split`, { method: "POST", body });
  await runHandler(splitHandler({ db }), { fingerprint: fingerprints[0]?.id, after: null });

  const running = await sql<{ id: number }>`select id from error_resolutions where ended is null`.execute(db);
  const handler = resolutionHandler({ db, runMs: 60_000 });
  for (const { id } of running.rows) await runHandler(handler, { resolution: id });
  expect(await group(seal.id)).toMatchObject({ open: 1, resolving: null, state: "new" });
  const parts = (await list("?tab=resolved&q=oil")).groups;
  expect(parts.map(({ open, resolving }) => [open, resolving])).toEqual(parts.map(() => [0, null]));
  expect((await list("?q=oil")).groups).toEqual([]);
});

test("every unresolved error is to triage, attached, or in an archived group", async () => {
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select 'gc-00000000000c', 'Atlas 0999', station_type, org_id from stations where name = ${HARBOR}`.execute(db);
  await report(at(HARBOR, "Unseen lamp"));
  await act("archive", [(await titled("Unseen lamp")).id], { errors: 5, why: "Harmless" });
  // This station has never had an error to triage.
  await sql`
    with entry as (
      insert into support_log_entries (station_name, author, status, content)
      values ('gc-00000000000c', 'Kari', 'incident_pending', 'Lamp') returning id
    )
    insert into station_errors (station_name, error_message, supportlog_entry_id, time_logged, event_id)
    select 'gc-00000000000c', 'Attached at once', id, now(), 'attached-at-once' from entry`.execute(db);
  const { totals } = (await call("admin", "/error-groups")).json();
  const counted = await sql<{ unresolved: number }>`
    select sum(errors_unresolved)::bigint as unresolved from station_error_counts`.execute(db);
  expect(totals.archived).toBeGreaterThan(0);
  expect(totals.errors + totals.attached + totals.archived).toBe(counted.rows[0]?.unresolved);
});
