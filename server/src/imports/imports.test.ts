import { toCsv } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { importRig, SSOT, STATION_TITLES, STATIONS, TITLES } from "../../test/import-rig.ts";
import { NOT_ADMINS } from "../../test/calls-rig.ts";

const {
  addEntry,
  addFleet,
  apply,
  board,
  call,
  check,
  checkAgain,
  clock,
  db,
  entryOf,
  linesOf,
  orgs,
  stationOf,
  upload,
} = await importRig();

// @spec R9.2
test("a file of 200 stations with eight kinds of mistakes names every line that is left out, and applies the others", async () => {
  const fleet = await addFleet(200);
  const rows = fleet.map(({ serial_number }) => [serial_number, "7.1", "yes"]);
  const [first, second] = fleet;
  if (!first || !second) throw new Error("There are no stations.");
  await addEntry(first.name, { production_run_version: "6.9", lte_modem: false });
  await addEntry(second.name, { production_run_version: "7.1", lte_modem: true });
  await db
    .updateTable("stations")
    .set({ retired: "2026-05-01T00:00:00.000Z" })
    .where("name", "=", fleet[9]?.name ?? "")
    .execute();
  const wrong = [
    [`${fleet[20]?.serial_number.slice(0, -1)}x`, "7.1", "yes"],
    ["Nothing like it", "7.1", "yes"],
    [fleet[21]?.serial_number ?? "", "7.1", "maybe"],
    [first.serial_number, "7.2", "yes"],
    ["", "7.1", "yes"],
    [fleet[22]?.serial_number ?? "", "7.1"],
    [fleet[23]?.serial_number ?? "", "x".repeat(5_001), "yes"],
  ];
  // Those that are wrong come first where the same station is named twice.
  const used = new Set(wrong.map(([serial]) => serial));
  const file = toCsv(TITLES, [rows[0] ?? [], ...wrong, ...rows.slice(1).filter(([serial]) => !used.has(serial))]);
  const { id, reply, lines } = await check("ssot", file, SSOT);
  const refused = new Map(lines.filter(({ result }) => result === "refused").map((one) => [one.line, one.reason]));
  expect(refused).toEqual(
    new Map([
      [3, `There is no station “${wrong[0]?.[0]}”. Did you mean ${fleet[20]?.serial_number}?`],
      [4, "There is no station “Nothing like it”."],
      [5, "Column “LTE Modem”: “maybe” is neither yes nor no."],
      [6, `${first.serial_number} stands in line 2 already.`],
      [7, "Column “Serial Number” is empty."],
      [8, "This line has 2 cells, but there are 3 columns."],
      [9, "Column “Hardware Version”: Use at most 5000 characters."],
      [18, `${fleet[9]?.serial_number} is retired.`],
    ]),
  );
  expect(reply.json().counts).toEqual({ added: 194, changed: 1, conflict: 0, refused: 8, unchanged: 1 });
  expect(lines[0]).toEqual({
    line: 2,
    key: first.serial_number,
    result: "changed",
    changes: [
      { field: "production_run_version", from: "6.9", to: "7.1" },
      { field: "lte_modem", from: false, to: true },
    ],
    reason: null,
  });
  expect(await entryOf(fleet[30]?.name ?? "")).toBeUndefined();

  const applied = await apply(id, "As built in November");
  expect(applied.json()).toMatchObject({ applied: { by: "admin@groundcrew.example" }, counts: reply.json().counts });
  expect(await entryOf(fleet[30]?.name ?? "")).toEqual({
    author: "admin@groundcrew.example",
    entry: { production_run_version: "7.1", lte_modem: true },
  });
  expect(JSON.stringify(board.find(first.name, { orgId: null, admin: true }))).toContain("7.1");
  const audit = await db.selectFrom("audit_entries").selectAll().where("action", "=", "applyImport").execute();
  expect(audit).toMatchObject([
    { target: `import ${id}`, after: { added: 194, changed: 1, note: "As built in November" } },
  ]);
});

// @spec R9.3
test("what somebody saved after the first check is a conflict, which is left out, also when the columns are chosen again", async () => {
  const [one, other] = await addFleet(2);
  if (!one || !other) throw new Error("There are no stations.");
  await addEntry(one.name, { production_run_version: "6.3" });
  const file = toCsv(TITLES, [
    [one.serial_number, "6.4", ""],
    [other.serial_number, "6.4", ""],
  ]);
  const { id } = await check("ssot", file, SSOT);
  clock.now += 60_000;
  const body = { production_run_version: "6.5" };
  const headers = { "if-match": "*" };
  await call("named admin", `/stations/${one.name}/ssot/latest`, { method: "PUT", body, headers });

  const again = await checkAgain(id, { columns: SSOT, clears: false });
  const conflict = {
    key: one.serial_number,
    result: "conflict",
    changes: [{ field: "production_run_version", from: "6.3", to: "6.4", saved: "6.5" }],
    reason: "Saved meanwhile by Kari",
  };
  expect(again.lines[0]).toMatchObject(conflict);
  expect((await apply(id)).json().counts).toMatchObject({ conflict: 1, added: 1 });
  expect((await linesOf(id))[0]).toMatchObject(conflict);
  expect(await entryOf(one.name)).toMatchObject({ entry: body });
  const left = await call("admin", `/imports/${id}/lines.csv?only=left_out`);
  expect(left.body).toBe(
    `\uFEFFLine,Serial Number,Result,Changes,Reason\r\n2,${one.serial_number},conflict,Hardware Version: 6.3 → 6.4,Saved meanwhile by Kari: 6.5\r\n`,
  );
});

test("a line that the check refused stays refused when it is applied, also when somebody repairs the station meanwhile", async () => {
  const [one, other] = await addFleet(2);
  if (!one || !other) throw new Error("There are no stations.");
  const retired = (time: string | null) =>
    db.updateTable("stations").set({ retired: time }).where("name", "=", one.name).execute();
  await retired("2026-05-01T00:00:00.000Z");
  const rows = [one, other].map(({ serial_number }) => [serial_number, "6.4", ""]);
  const { id, lines } = await check("ssot", toCsv(TITLES, rows), SSOT);
  expect(lines).toMatchObject([{ result: "refused" }, { result: "added" }]);
  await retired(null);
  await addEntry(one.name, { production_run_version: "6.5" });
  expect((await apply(id)).json().counts).toMatchObject({ refused: 1, added: 1, changed: 0 });
  expect(await linesOf(id)).toEqual(lines);
  expect(await entryOf(one.name)).toMatchObject({ author: "Ann", entry: { production_run_version: "6.5" } });
});

// @spec R9.4
test("an import is applied once, however often that is requested", async () => {
  const [station] = await addFleet(1);
  const { id } = await check("ssot", toCsv(TITLES, [[station?.serial_number, "7", "no"]]), SSOT);
  const replies = await Promise.all([apply(id), apply(id), apply(id)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const name = station?.name ?? "";
  const stored = db.selectFrom("ssot_entries").select("created").where("station_name", "=", name);
  expect(await stored.execute()).toHaveLength(1);
  expect((await checkAgain(id, { columns: SSOT, clears: false })).reply.statusCode).toBe(409);
});

test("a file with a NUL character in a cell is checked", async () => {
  const [station] = await addFleet(1);
  const rows = [
    ["\0", "6.4", ""],
    [station?.serial_number, "6.4", "\0"],
  ];
  const { reply, lines } = await check("ssot", toCsv(TITLES, rows), SSOT);
  expect(reply.statusCode).toBe(200);
  expect(lines.map(({ reason }) => reason)).toEqual([
    "Column “Serial Number”: Leave out characters that cannot be stored.",
    "Column “LTE Modem”: Leave out characters that cannot be stored.",
  ]);
});

// @spec R9.1
test("stations are added and edited, and each mistake is named", async () => {
  const [one, other] = await addFleet(2);
  if (!one || !other) throw new Error("There are no stations.");
  const file = toCsv(STATION_TITLES, [
    [one.name, "Atlas 80001", "Universal", "Northfield Agri", "9"],
    [other.name, one.serial_number, "", "", ""],
    ["gc-00abcdef0011", "Atlas 80001", "atlas", "", "4.2"],
    ["gc-00abcdef0012", "Atlas 80012", "lunar", "Nobody", "4.2"],
    ["gc-00abcdef0013", "", "", "", ""],
    ["station", "Atlas 80014", "", "", "4.2"],
    ["gc-00abcdef0015", "Atlas 80015", "", "", "4.2"],
  ]);
  const { id, lines } = await check("stations", file, STATIONS);
  expect(lines.map(({ result, reason }) => reason ?? result)).toEqual([
    "Moving a station ends its site, tags and maintenance, and cannot be undone here.",
    `Column “Serial Number”: ${one.name} has “${one.serial_number}” already.`,
    "Column “Serial Number”: “Atlas 80001” stands in line 2 already.",
    "Column “Type”: There is no such type of station. Column “Organization”: There is no such organization.",
    "There is no station “gc-00abcdef0013”. Serial number is required. API version needed to do initial telemetry.",
    "There is no station “station”. A station's name is gc- and 12 characters from 0-9 and a-f.",
    "added",
  ]);
  await apply(id);
  expect(await stationOf(one.name)).toMatchObject({
    serial_number: "Atlas 80001",
    org_id: orgs.field,
    station_type: "atlas",
    edited_by: "admin@groundcrew.example",
  });
  expect(await stationOf("gc-00abcdef0015")).toMatchObject({ org_id: orgs.provider, actual: true, edited: null });
});

test("an empty cell leaves the value, or by choice clears it", async () => {
  const [station] = await addFleet(1);
  await addEntry(station?.name ?? "", { production_run_version: "6.3", lte_modem: true });
  const file = toCsv(TITLES, [[station?.serial_number, "", ""]]);
  const kept = await check("ssot", file, SSOT);
  expect(kept.lines).toMatchObject([{ result: "unchanged" }]);
  expect((await checkAgain(kept.id, { columns: SSOT, clears: true })).lines).toMatchObject([
    {
      result: "changed",
      changes: [
        { field: "production_run_version", from: "6.3", to: "" },
        { field: "lte_modem", from: true, to: false },
      ],
    },
  ]);
  const serials = toCsv(["Station", "Serial Number"], [[station?.name, ""]]);
  const { id } = await check("stations", serials, ["name", "serial_number"]);
  expect((await checkAgain(id, { columns: ["name", "serial_number"], clears: true })).lines).toMatchObject([
    { result: "refused", reason: "Column “Serial Number”: Serial number is required." },
  ]);
});

test.each([
  [[null, null, "lte_modem"], "Choose the column with Serial Number."],
  [["Serial Number", "lte_modem", "lte_modem"], "Choose each field once."],
  [["Serial Number", "color", null], "There is no field color."],
  [["Serial Number"], "Choose a field for each of the 3 columns."],
])("the columns %j are refused", async (columns, sentence) => {
  const { reply } = await check("ssot", toCsv(TITLES, [["x", "", ""]]), columns);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail).toBe(sentence);
});

test("a file belongs to who uploaded it until it is applied, and is gone after a day", async () => {
  const [station] = await addFleet(1);
  const { id } = await check("ssot", toCsv(TITLES, [[station?.serial_number, "8", ""]]), SSOT);
  const paths = [`/imports/${id}`, `/imports/${id}/lines`, `/imports/${id}/lines.csv`];
  for (const path of paths) {
    expect((await call("admin", path)).statusCode).toBe(200);
    expect((await call("named admin", path)).statusCode).toBe(404);
  }
  const body = { note: "" };
  expect((await call("named admin", `/imports/${id}/application`, { method: "PUT", body })).statusCode).toBe(404);
  clock.now += 24 * 3_600_000;
  expect((await apply(id)).statusCode).toBe(404);
  clock.now -= 24 * 3_600_000;
  await apply(id);
  expect((await call("named admin", `/imports/${id}`)).statusCode).toBe(200);
  expect((await call("named admin", "/imports")).json()[0]).toMatchObject({ id, file_name: "file.csv" });
});

// @spec R9.8
test.each(NOT_ADMINS)("%s can't import", async (who, status) => {
  expect((await upload("ssot", "a\n1\n", { who })).statusCode).toBe(status);
  expect((await call(who, "/importable.csv?kind=ssot")).statusCode).toBe(status);
});
