import { useMemo } from "react";
import { configColumns, type ConfigColumn, type ConfigRow } from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import { useStationTypes } from "../../station-types/index.ts";
import { useSameConfigs } from "./use-same-configs.ts";

const NONE: readonly ConfigColumn[] = [];

/** The columns that rows of one type of station have. Empty until what is known of the type is there. */
export function useConfigColumns(rows: readonly ConfigRow<Station>[], type: StationType) {
  const types = useStationTypes();
  const metadata = types.data?.[type];
  const known = useSameConfigs(rows);
  const columns = useMemo(() => (metadata ? configColumns(known, type, metadata) : NONE), [known, type, metadata]);
  return { columns, error: types.error, isFetching: types.isFetching, refetch: () => void types.refetch() };
}
