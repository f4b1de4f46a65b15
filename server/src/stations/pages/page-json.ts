import type { Content } from "@groundcrew/shared/contract";
import type { listStationPage } from "@groundcrew/shared/stations";
import { rowOf, type Entry } from "../board/entry.ts";
import { ROW_SEPARATOR, type RowOptions } from "../board/row-text.ts";
import type { View } from "../board/view.ts";

type Page = Omit<Content<typeof listStationPage>, "stations"> & { entries: readonly Entry[] };

/** The JSON of a page. */
export function pageJson({ entries, ...rest }: Page, { admin }: View, options: RowOptions): string {
  const rows = entries.map((entry) => rowOf(entry, options, admin));
  return `{"stations":[${rows.join(ROW_SEPARATOR)}],${JSON.stringify(rest).slice(1)}`;
}
