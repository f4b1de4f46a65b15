import { useMemo } from "react";
import { configColumns, type ConfigColumn, type ConfigRow } from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import { useStationTypes } from "../../station-types/index.ts";
import { useStableRows } from "./use-stable-rows.ts";

const NO_COLUMNS: readonly ConfigColumn[] = [];

/** The columns for rows of one station type; empty until the type's metadata is loaded. */
export function useConfigColumns(rows: readonly ConfigRow<Station>[], type: StationType) {
  const types = useStationTypes();
  const metadata = types.data?.[type];
  const stableRows = useStableRows(rows);
  const columns = useMemo(
    () => (metadata ? configColumns(stableRows, type, metadata) : NO_COLUMNS),
    [stableRows, type, metadata],
  );
  return { columns, error: types.error, isFetching: types.isFetching, refetch: () => void types.refetch() };
}
