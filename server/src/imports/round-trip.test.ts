import * as fc from "fast-check";
import { parse } from "csv-parse/sync";
import { csvImport, importKind, isByType, mapColumns, type ImportKind } from "@groundcrew/shared/imports";
import { defaultBrand, shortId } from "@groundcrew/shared/brand";
import { toCsv } from "@groundcrew/shared/lib";
import { entriesCsv, replaceablesFields, ssotFields } from "@groundcrew/shared/ssot";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { station as stationRow, stationsCsv } from "@groundcrew/shared/stations";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { propertyRuns } from "../../../shared/test/property-runs.ts";
import { rowOnBoard } from "../../test/board-facts.ts";
import { importRig } from "../../test/import-rig.ts";

const { board, call, checkAgain, clock, db, orgs, refresh, upload } = await importRig();
const RUNS = propertyRuns("IMPORTS", 10);
type Exported = { kind: ImportKind; type: StationType };
/** Every file that is exported; that of a kind about all types names one that does not matter. */
const FILES: Exported[] = importKind.options.flatMap((kind) =>
  (isByType(kind) ? stationType.options : (["atlas"] as const)).map((type) => ({ kind, type })),
);
const CREATED = "2026-01-01T00:00:00.000Z";

/** Text with everything that a spreadsheet or a parser could take for something else. */
const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom("a", "é", "'", '"', ";", ",", "\t", "\n", "=", "@", "+", "-", "1", ".", " ", "\uFEFF", "😀"),
    maxLength: 12,
  }),
  fc.constantFrom("=SUM(A1:A9)", "'=1", "-1+1", "+49 170", "TRUE", "no", "0", '"', "a;=b", "\n=1"),
);
const line = text.map((value) => value.replaceAll(/[\n\t\uFEFF]/g, " ").trim());
const entry = fc.record(
  {
    production_run_version: text,
    lte_modem: fc.boolean(),
    made_up: fc.oneof(text, fc.boolean()),
    address: text,
    notes: text,
  },
  { requiredKeys: [] },
);
const tag = fc.constantFrom("-1", "-old", "beta", "coastal", "2.4", "_x");
const number = fc.double({ min: -89, max: 89, noNaN: true });
const site = fc.record({
  place: line,
  point: fc.option(fc.tuple(number, number)),
  radius_m: fc.integer({ min: 50, max: 5_000 }),
  time_zone: fc.option(fc.constantFrom("Europe/Lisbon", "Etc/GMT+7")),
  note: text.map((value) => value.trim()),
});
const station = fc.record({
  station_type: fc.constantFrom(...stationType.options),
  actual: fc.boolean(),
  shipped: fc.option(fc.constantFrom("2020-01-01", "2024-02-29")),
  hexone_uri_base: fc.option(fc.constantFrom("http://10.0.0.7:8080", "https://hexone.example/a;=b,c?d=-1#+e")),
  site: fc.option(fc.tuple(line, site)),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  description: line,
  location_deployment: line,
  ssot: fc.option(entry),
  replaceables: fc.option(fc.dictionary(fc.constantFrom("roof_seal", "made_up"), fc.boolean())),
});

/** Ways in which programs write the same cells. */
const rewrite = fc.constantFrom<(cells: string[][]) => Uint8Array>(
  (cells) => Buffer.from(toText(cells, ",", "\r\n")),
  (cells) => Buffer.from(toText(cells, ",", "\n")),
  (cells) => Buffer.from(`\uFEFF${toText(cells, ";", "\r\n")}`),
  (cells) => Buffer.from(`\uFEFF${toText(cells, "\t", "\r\n")}`, "utf16le"),
  (cells) => Buffer.from(`\uFEFF${toText(cells, ";", "\n")}`, "utf16le").swap16(),
  (cells) => Buffer.from(toText(cells, "\t", "\r\n"), "utf16le"),
);

function toText(rows: string[][], delimiter: string, end: string): string {
  const written = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter));
  return `${written.join(end)}${end}`;
}

// @spec R9.6
test(`what is exported is imported without a change, whatever it contains and however it is written (${RUNS.numRuns} fleets)`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(station, { minLength: 1, maxLength: 4 }),
      rewrite,
      fc.boolean(),
      fc.boolean(),
      async (fleet, write, clears, isFromPage) => {
        const pages = await store(fleet);
        for (const { kind, type } of FILES) {
          const path = `/importable.csv?kind=${kind}&station_type=${type}`;
          const cells = cellsOf(isFromPage ? pages(kind, type) : (await call("admin", path)).body);
          // A file without lines is not imported.
          const results = cells.length === 1 ? [] : await resultsOf({ kind, type, file: write(cells), clears });
          expect(results).toEqual(cells.slice(1).map(() => "unchanged"));
        }
      },
    ),
    RUNS,
  );
});

function cellsOf(file: string): string[][] {
  return z.array(z.array(z.string())).parse(parse(file, { bom: true }));
}

/** The results of the lines of a file, whose columns are chosen by their titles. Each title has a field, or cannot be imported. */
async function resultsOf({ kind, type, file, clears }: Exported & { file: Uint8Array; clears: boolean }) {
  const { id, titles, fields, ignored } = csvImport.parse((await upload(kind, file, { type })).json());
  const columns = mapColumns(titles, fields).map((match) => match?.field ?? null);
  expect(titles.filter((title, at) => columns[at] === null && !ignored.includes(title))).toEqual([]);
  const { lines } = await checkAgain(id, { columns, clears });
  return lines.map(({ result, changes }) => (result === "unchanged" ? result : changes));
}

type Fleet = typeof station extends fc.Arbitrary<infer One> ? readonly One[] : never;

/** Stores a fleet, and returns what the pages of the console export of it. */
async function store(fleet: Fleet): Promise<(kind: ImportKind, type: StationType) => string> {
  for (const table of [
    "ssot_entries",
    "replaceables_entries",
    "tagged_stations",
    "stations",
    "sites",
    "station_tags",
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  const rows = fleet.map(({ site: _site, tags: _tags, ssot: _ssot, replaceables: _replaceables, ...values }, nth) => {
    const called = { name: `gc-00000000010${nth}`, serial_number: nth === 0 ? "=1" : `Atlas ${nth}` };
    return Object.assign(called, { org_id: orgs.harbor, version_api: "4.2" }, values);
  });
  await db.insertInto("stations").values(rows).execute();
  const places = await storePlaces(fleet, rows);
  const saved = (table: "ssot_entries" | "replaceables_entries", entries: (object | null)[]) =>
    entries.map(async (one, nth) => {
      const row = { station_name: rows[nth]?.name ?? "", created: CREATED, author: "Ann", entry: JSON.stringify(one) };
      if (one !== null) await db.insertInto(table).values(row).execute();
    });
  await Promise.all([
    ...saved(
      "ssot_entries",
      fleet.map(({ ssot }) => ssot),
    ),
    ...saved(
      "replaceables_entries",
      fleet.map(({ replaceables }) => replaceables),
    ),
  ]);
  const names = rows.map(({ name }) => name);
  await refresh(names);
  const listed = names.map((name) => stationRow.parse(rowOnBoard(board, name)));
  const list = stationsCsv(listed, {
    now: clock.now,
    timeText: (at) => new Date(at).toISOString(),
    unit: "celsius",
  });
  return (kind, type) => {
    if (kind === "stations") return list;
    return kind === "ssot" || kind === "replaceables" ? entriesFile(kind, type) : places[kind];
  };

  function entriesFile(kind: "ssot" | "replaceables", type: StationType): string {
    const { ssot_labels, replaceables_labels } = builtInStationTypes[type];
    const table = rows.flatMap(({ name, serial_number, station_type }, nth) => {
      const one = fleet[nth]?.[kind];
      const entry = one ? { ...one, created: CREATED } : null;
      return station_type === type ? [{ id: shortId(name, defaultBrand), serial_number, entry }] : [];
    });
    const entries = table.flatMap(({ entry }) => entry ?? []);
    const fields =
      kind === "ssot" ? ssotFields(ssot_labels, entries) : replaceablesFields(replaceables_labels, entries);
    return entriesCsv(fields, table);
  }
}

/** The name of a station's site. Two stations have one site if their names differ in nothing but case. */
function siteName(one: Fleet[number] | undefined): string {
  return one?.site?.[0] ?? "";
}

/** Stores the sites and tags of a fleet, and returns the files of their page. Tags with a sign at the start are the provider's. */
async function storePlaces(fleet: Fleet, rows: readonly { name: string }[]) {
  const sites = new Map(fleet.flatMap(({ site: one }) => (one && one[0] !== "" ? [[one[0].toLowerCase(), one]] : [])));
  const stored = [...sites.values()].map(([name, { point, ...fields }]) => {
    const [lat = null, lng = null] = point ?? [];
    return Object.assign({}, fields, { name, lat, lng, org_id: orgs.harbor });
  });
  const ids =
    stored.length === 0 ? [] : await db.insertInto("sites").values(stored).returning(["id", "name"]).execute();
  for (const { id, name } of ids) {
    const at = rows.flatMap((row, nth) =>
      siteName(fleet[nth]).toLowerCase() === name.toLowerCase() ? [row.name] : [],
    );
    await db.updateTable("stations").set({ site_id: id }).where("name", "in", at).execute();
  }
  const names = [...new Set(fleet.flatMap(({ tags }) => tags))];
  const tags = names.map((name, nth) => {
    const org_id = name.startsWith("-") ? orgs.provider : orgs.harbor;
    const meaning = nth % 2 === 0 ? ("plain" as const) : ("caution" as const);
    return { name, meaning, note: `=${nth};"`, org_id };
  });
  const tagged = rows.flatMap(({ name }, nth) => fleet[nth]?.tags.map((tag) => ({ station: name, tag })) ?? []);
  if (tags.length > 0) await db.insertInto("station_tags").values(tags).execute();
  await sql`
    insert into tagged_stations (station_name, tag_id)
    select n.station, t.id from json_to_recordset(${JSON.stringify(tagged)}::json) n(station text, tag text)
    join station_tags t on t.name = n.tag on conflict do nothing`.execute(db);
  const siteTitles = ["Site", "Organization", "Place", "Latitude", "Longitude", "Radius (m)", "Time Zone", "Note"];
  return {
    sites: toCsv(
      [...siteTitles, "Online"],
      stored.map(({ name, place, lat, lng, radius_m, time_zone, note }) =>
        [name, "Harbor Air", place].concat(
          [lat, lng, radius_m, time_zone ?? "", note, 1].map((one) => String(one ?? "")),
        ),
      ),
    ),
    station_tags: toCsv(
      ["Tag", "Organization", "Meaning", "Note", "Stations"],
      tags.map(({ name, meaning, note, org_id }) => {
        return [name, org_id === orgs.provider ? "Groundcrew" : "Harbor Air", meaning, note, 1];
      }),
    ),
  };
}
