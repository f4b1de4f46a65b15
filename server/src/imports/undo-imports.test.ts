import { toCsv } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { importRig, SSOT, STATION_TITLES, STATIONS, TITLES } from "../../test/import-rig.ts";

const { addEntry, addFleet, apply, call, check, clock, db, entryOf, orgs, stationOf, undo } = await importRig();

// @spec R9.5
test("an import is undone within a day: entries are as before, and new stations are retired", async () => {
  const [one, other] = await addFleet(2);
  await addEntry(one?.name ?? "", { production_run_version: "6.3", notes: "Keep" });
  const rows = [one, other].map((station) => [station?.serial_number, "6.4", "yes"]);
  const { id } = await check("ssot", toCsv(TITLES, rows), SSOT);
  await apply(id);
  expect(await entryOf(one?.name ?? "")).toMatchObject({
    entry: { production_run_version: "6.4", lte_modem: true, notes: "Keep" },
  });
  clock.now += 60_000;
  expect((await undo(id)).json().undone).toEqual({
    at: new Date(clock.now).toISOString(),
    by: "admin@groundcrew.example",
  });
  expect(await entryOf(one?.name ?? "")).toMatchObject({ entry: { production_run_version: "6.3", notes: "Keep" } });
  expect(await entryOf(other?.name ?? "")).toMatchObject({ entry: {} });
  expect((await undo(id)).statusCode).toBe(200);

  const file = toCsv(STATION_TITLES, [[`gc-0000000f0001`, "Atlas 90001", "Atlas", "Harbor Air", "4.2"]]);
  const stations = await check("stations", file, STATIONS);
  expect(stations.lines).toMatchObject([{ result: "added" }]);
  await apply(stations.id);
  expect(await stationOf("gc-0000000f0001")).toMatchObject({ org_id: orgs.harbor, version_api: "4.2", retired: null });
  expect((await undo(stations.id)).statusCode).toBe(200);
  expect((await stationOf("gc-0000000f0001"))?.retired).not.toBeNull();
});

// @spec R9.5
test("an import cannot be undone after a day, or once somebody changed one of its stations", async () => {
  const [station] = await addFleet(1);
  const name = station?.name ?? "";
  const file = (description: string) => toCsv(["Station", "Description"], [[name, description]]);
  const first = await check("stations", file("By the pier"), ["name", "description"]);
  await apply(first.id);
  clock.now += 24 * 3_600_000;
  expect((await undo(first.id)).json().detail).toBe("An import can be undone for 24 hours.");
  const second = await check("stations", file("At the gate"), ["name", "description"]);
  await apply(second.id);
  await call("named admin", `/stations/${name}`, { method: "PATCH", body: { location_deployment: "Gate 4" } });
  const reply = await undo(second.id);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toBe(`Kari has changed ${name} since. The import cannot be undone any more.`);
  expect(await stationOf(name)).toMatchObject({ description: "At the gate", location_deployment: "Gate 4" });
});

test("an import cannot be undone once one of its stations is retired, and nobody is blamed for changing it", async () => {
  const [station] = await addFleet(1);
  if (!station) throw new Error("There is no station.");
  const { id } = await check("ssot", toCsv(TITLES, [[station.serial_number, "6.4", ""]]), SSOT);
  await apply(id);
  await db.updateTable("stations").set({ retired: "2026-06-01" }).where("name", "=", station.name).execute();
  const reply = await undo(id);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toBe(`${station.serial_number} is retired. The import cannot be undone.`);
});

test("an import that moved a station says so before, and is not undone: its site and tags would not come back", async () => {
  const [one, other] = await addFleet(2);
  if (!one || !other) throw new Error("There are no stations.");
  const rows = [
    [one.name, "Northfield Agri"],
    [other.name, "Harbor Air"],
  ];
  const { id, lines } = await check("stations", toCsv(["Station", "Organization"], rows), [
    "name",
    "organization_name",
  ]);
  const sentence = "Moving a station ends its site, tags and maintenance, and cannot be undone here.";
  expect(lines).toMatchObject([
    { result: "changed", reason: sentence },
    { result: "unchanged", reason: null },
  ]);
  await apply(id);
  const reply = await undo(id);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toBe(`This import moved ${one.name}. ${sentence}`);
  expect(await stationOf(one.name)).toMatchObject({ org_id: orgs.field });
  expect((await call("admin", `/imports/${id}`)).json().undo_refusal).toBe(reply.json().detail);
});

test("an import is not undone when a serial number that it changed is taken, and says which station has it", async () => {
  const [one, other] = await addFleet(2);
  if (!one || !other) throw new Error("There are no stations.");
  const file = toCsv(["Station", "Serial Number"], [[one.name, "Atlas 95001"]]);
  const { id } = await check("stations", file, ["name", "serial_number"]);
  await apply(id);
  expect((await call("admin", `/imports/${id}`)).json().undo_refusal).toBeNull();
  const body = { serial_number: one.serial_number };
  await call("named admin", `/stations/${other.name}`, { method: "PATCH", body });
  const reply = await undo(id);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().detail).toBe(
    `${other.name} of Harbor Air has the Serial Number “${one.serial_number}” now, which ${one.name} had before. The import cannot be undone.`,
  );
  expect((await call("admin", `/imports/${id}`)).json().undo_refusal).toBe(reply.json().detail);
  expect(await stationOf(one.name)).toMatchObject({ serial_number: "Atlas 95001" });
});
