import {
  applyImport,
  checkImport,
  createImport,
  getImport,
  importKind,
  listImportLines,
  listImports,
  undoImport,
  type CsvImport,
  type ImportColumns,
  type ImportKind,
  type ImportResult,
} from "@groundcrew/shared/imports";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { call, failedWrite, LoadedFile, useServerMutation } from "../data/api/index.ts";
import { useServerData, useServerPages } from "../data/index.ts";
import { toast } from "../ui/index.ts";

/** The subject of the file, and the import that is open. */
export type ImportAddress = { kind: ImportKind; type: StationType; draft: number | null };

/** The settings of the page in its address, and a function that changes them. */
export function useImportAddress() {
  const search = useSearch({ strict: false });
  const query: Readonly<Record<string, unknown>> = search;
  const navigate = useNavigate();
  const draft = Number(query["draft"]);
  const address: ImportAddress = {
    kind: importKind.safeParse(query["kind"]).data ?? "stations",
    type: stationType.safeParse(query["type"]).data ?? "atlas",
    draft: Number.isInteger(draft) && draft > 0 ? draft : null,
  };
  function open(changed: Partial<ImportAddress>): void {
    const { kind, type, draft } = { ...address, ...changed };
    const next = { kind, ...(type !== "atlas" && { type }), ...(draft !== null && { draft: String(draft) }) };
    void navigate({ to: "/manage/import", search: next });
  }
  return { address, open };
}

/** The last imports that were applied. */
export function useLatest() {
  return useServerData(listImports, {});
}

export function useImport(id: number) {
  return useServerData(getImport, { params: { import: id } });
}

/** The lines of an import with a result, or all, page by page. */
export function useLines(id: number, result: ImportResult | "all") {
  return useServerPages(
    listImportLines,
    (page) => ({ params: { import: id }, query: { ...page, ...(result !== "all" && { result }) } }),
    {
      items: ({ lines }) => lines,
      withItems: (page, lines) => ({ ...page, lines }),
      keyOf: ({ line }) => line,
    },
  );
}

type Upload = Pick<ImportAddress, "kind" | "type"> & { file: File };

/** Uploads a file. */
export function useUpload(onDone: (uploaded: CsvImport) => void) {
  return useServerMutation({
    ifUnanswered: null,
    run: async ({ kind, type, file }: Upload) => {
      const query = { kind, station_type: type, file_name: file.name };
      return (await call(createImport, { query, body: new LoadedFile(file) })).body;
    },
    onSuccess: onDone,
  });
}

/** Checks an import. */
export function useCheck(id: number, onDone: () => void) {
  return useServerMutation({
    ifUnanswered: null,
    shows: [getImport, listImportLines],
    run: async (body: ImportColumns) => (await call(checkImport, { params: { import: id }, body })).body,
    onSuccess: onDone,
  });
}

/** Applies an import. It is applied once, however often that is requested. */
export function useApplying(id: number) {
  return useServerMutation({
    ifUnanswered: "The file may have been imported.",
    shows: [getImport],
    run: async (note: string) => (await call(applyImport, { params: { import: id }, body: { note } })).body,
  });
}

/** Undoes an import. */
export function useUndo(id: number) {
  return useServerMutation({
    ifUnanswered: "It may have been undone.",
    shows: [getImport],
    run: async () => (await call(undoImport, { params: { import: id } })).body,
    onError: (error) => toast("danger", ...failedWrite(error, "The import could not be undone.")),
  });
}
