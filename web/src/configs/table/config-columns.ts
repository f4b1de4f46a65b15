import { useCallback, useMemo, useState } from "react";
import {
  configColumns,
  haveSameConfigs,
  type ConfigColumn,
  type ConfigRow,
  isUnitConfigChecked,
} from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import { useStationTypes } from "../../station/index.ts";
import { toCsv } from "@groundcrew/shared/lib";

/**
 * The content of the file that Download CSV saves: the given columns, visible or not, with full titles. A position includes its offset, as
 * in the table. Unit configs are TRUE where the table checks them, which means disabled; their titles say so.
 */
export function configCsv(columns: readonly ConfigColumn[], rows: readonly ConfigRow<Station>[]): string {
  const head = columns.map(csvTitle);
  const cells = rows.map((row) =>
    columns.map((column) => {
      const cell = column.cellOf(row);
      return typeof cell === "boolean" ? String(isUnitConfigChecked(cell)).toUpperCase() : cell;
    }),
  );
  return toCsv(head, cells);
}

function csvTitle({ kind, description, title }: ConfigColumn): string {
  if (kind === "unit_config") return `${description} (TRUE = disabled)`;
  return kind === "position" ? `${title} (position + offset)` : title;
}

const NO_COLUMNS: readonly ConfigColumn[] = [];

/** The columns for rows of one station type; empty until the type's metadata is loaded. */
export function useConfigColumns(rows: readonly ConfigRow<Station>[], type: StationType) {
  const types = useStationTypes();
  const metadata = types.data?.[type];
  const stableRows = useStableRows(rows);
  const columnsOf = useCallback(
    (some: readonly ConfigRow<Station>[]) => (metadata ? configColumns(some, type, metadata) : NO_COLUMNS),
    [type, metadata],
  );
  const columns = useMemo(() => columnsOf(stableRows), [columnsOf, stableRows]);
  return { columns, columnsOf, error: types.error, isFetching: types.isFetching, refetch: () => void types.refetch() };
}

/**
 * The previous rows if the configurations are the same. A refresh usually brings changed stations with unchanged configurations, so what is
 * derived from thousands of rows need not be computed again.
 */
export function useStableRows(rows: readonly ConfigRow<Station>[]): readonly ConfigRow<Station>[] {
  const [stable, setStable] = useState(rows);
  if (haveSameConfigs(stable, rows)) return stable;
  setStable(rows);
  return rows;
}
