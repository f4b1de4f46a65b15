export { ChangedRows } from "./changed-rows.ts";
export { firstPageQuery, type FirstOptions } from "./first-page.ts";
export { type ListRow, type LoadedPages, namesAround, rowsIn } from "./loaded-pages.ts";
export type { Loaded } from "./page-requests.ts";
export { type ListQuery, HEAD_PARTS, readNamed, readRows } from "./read-rows.ts";
export { usePages } from "./use-pages.ts";
