import {
  applyImport,
  checkImport,
  createImport,
  downloadImportable,
  downloadImportLines,
  getImport,
  isByType,
  listImportLines,
  listImports,
  undoImport,
  type CsvImport,
  type ImportLine,
} from "@groundcrew/shared/imports";
import { csvBody, Rejection, type FakeServer } from "./fake-server.ts";

const FIELD = { titles: [], is_key: false };

/** An import that was applied, of a file with Hardware Variation. */
export function sampleImport(differences: Partial<CsvImport> = {}): CsvImport {
  const at = "2026-11-22T12:40:00.000Z";
  return {
    id: 1,
    kind: "ssot",
    station_type: "atlas",
    file_name: "hardware-nov.csv",
    created: at,
    bytes: 38_000,
    lines: 260,
    encoding: "utf-8",
    delimiter: ",",
    titles: ["Serial Number", "HW Version", "roof heater", "Remarks", "Dashboard ID"],
    examples: ["Atlas 0036", "7.1", "TRUE", "New controller board", "0123456789ab"],
    fields: [
      { ...FIELD, name: "Serial Number", label: "Serial Number", is_key: true },
      { ...FIELD, name: "production_run_version", label: "Hardware Version" },
      { ...FIELD, name: "roof_heater", label: "Roof Heater" },
      { ...FIELD, name: "gps_antenna", label: "GPS Antenna" },
      { ...FIELD, name: "notes", label: "Notes" },
    ],
    ignored: ["Dashboard ID"],
    columns: {
      columns: ["Serial Number", "production_run_version", "roof_heater", "notes", null],
      clears: false,
      creates: false,
    },
    counts: { added: 3, changed: 41, conflict: 1, refused: 4, unchanged: 211 },
    applied: { at, by: "admin@groundcrew.example", request_id: "req_01JD8R0F5M" },
    undone: null,
    undo_refusal: null,
    ...differences,
  };
}

/** A file that was uploaded, and nothing else. */
export const UPLOADED: Partial<CsvImport> = { columns: null, counts: null, applied: null };

/** Lines with each result. */
const sampleLines: readonly ImportLine[] = [
  {
    line: 3,
    key: "Atlas 0036",
    result: "changed",
    changes: [
      { field: "production_run_version", from: "6.9", to: "7.1" },
      { field: "roof_heater", from: false, to: true },
    ],
    reason: null,
  },
  {
    line: 9,
    key: "Atlas 0007",
    result: "added",
    changes: [
      { field: "production_run_version", from: null, to: "7.1" },
      { field: "roof_heater", from: null, to: true },
      { field: "notes", from: null, to: "" },
    ],
    reason: null,
  },
  {
    line: 11,
    key: "Atlas 0131",
    result: "refused",
    changes: [],
    reason: "There is no station “Atlas 0131”. Did you mean Atlas 0031?",
  },
  {
    line: 18,
    key: "Atlas 0027",
    result: "conflict",
    changes: [{ field: "production_run_version", from: "6.3", to: "6.4", saved: "6.5" }],
    reason: "Saved meanwhile by Kari",
  },
  { line: 21, key: "Atlas 0026", result: "unchanged", changes: [], reason: null },
];

/** Serves imports, which can be uploaded, checked, applied and undone. */
export function serveImports(server: FakeServer, initial: readonly CsvImport[] = [], lines = sampleLines) {
  const state = { imports: [...initial], uploaded: "" };
  const find = (id: number) => {
    const found = state.imports.find((one) => one.id === id);
    if (!found) throw new Rejection(404, "Not found, or you don't have access to it.");
    return found;
  };
  const put = (changed: CsvImport) => {
    state.imports = state.imports.map((one) => (one.id === changed.id ? changed : one));
    return { status: 200 as const, body: changed };
  };
  const now = () => new Date().toISOString();
  const by = "admin@groundcrew.example";
  server.on(listImports, async () => ({
    status: 200 as const,
    body: state.imports.filter(({ applied }) => applied !== null),
  }));
  server.on(createImport, async ({ query: { kind, station_type, file_name }, body }) => {
    for await (const piece of body) state.uploaded += new TextDecoder().decode(piece);
    const type = isByType(kind) ? station_type : null;
    const id = state.imports.length + 1;
    const added = sampleImport({ ...UPLOADED, id, kind, station_type: type, file_name, created: now() });
    state.imports = [added, ...state.imports];
    return { status: 201 as const, body: added };
  });
  server.on(getImport, async ({ params }) => ({ status: 200 as const, body: find(params.import) }));
  server.on(checkImport, async ({ params, body: columns }) =>
    put({ ...find(params.import), columns, counts: sampleImport().counts }),
  );
  server.on(listImportLines, async ({ query: { result } }) => ({
    status: 200 as const,
    body: { lines: lines.filter((line) => result === undefined || line.result === result), next: null },
  }));
  server.on(applyImport, async ({ params }) =>
    put({ ...find(params.import), applied: { at: now(), by, request_id: "req_applied" } }),
  );
  server.on(undoImport, async ({ params }) => put({ ...find(params.import), undone: { at: now(), by } }));
  for (const endpoint of [downloadImportLines, downloadImportable]) {
    server.on(endpoint, async () => ({ status: 200 as const, body: csvBody("Line\r\n") }));
  }
  return state;
}
