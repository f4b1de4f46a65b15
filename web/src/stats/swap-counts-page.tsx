import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import { shortId, type Brand } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station, ViewSettings } from "@groundcrew/shared/stations";
import { getSwapStats, swapStatsLabels } from "@groundcrew/shared/stats";
import { IconBolt } from "@tabler/icons-react";
import { call, sentenceOf } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { csvName, saveCsv, useRefresh, webAddress, wholeNumber } from "../lib/index.ts";
import { FilterBar, StationLink, titleOf, useFleet, useMatchingStations, useServerNow } from "../stations/index.ts";
import { Empty, Failed, Loading, WideTable, type WideColumn } from "../ui/index.ts";
import { swapKeys, swapRows, swapsCsv, type SwapRow } from "./swap-columns.ts";

const NO_PARTS = [] as const;
const WITHOUT = ["hasConfig", "retired"] as const;

type SwapCountsPageProps = {
  user: SessionUser;
  settings: ViewSettings;
  onSettings: (settings: ViewSettings) => void;
};

/** How often each station has swapped, in all and in each period. For admins. */
export function SwapCountsPage({ user, onSettings, ...wanted }: SwapCountsPageProps) {
  const { brand } = useConsole();
  const settings = useMemo(
    () => ({ ...wanted.settings, filters: { ...wanted.settings.filters, hasConfig: false, retired: false } }),
    [wanted.settings],
  );
  const { fleet, error, refresh } = useFleet({ user, parts: NO_PARTS });
  const { stations } = useMatchingStations(fleet, settings, useServerNow(fleet));
  const counts = useSwapStats();
  const rows = useMemo(
    () => (stations && counts.data ? swapRows(stations, counts.data) : undefined),
    [stations, counts.data],
  );
  const head = useMemo(
    () => ({ title: "Dashboard ID", width: 140, renderCell: ({ station }: SwapRow) => dashboardId(station, brand) }),
    [brand],
  );
  const failure = counts.isFetching ? null : (counts.error ?? error);

  function reload() {
    void counts.refetch();
    void refresh("person");
  }

  return (
    <>
      <FilterBar
        settings={settings}
        without={WITHOUT}
        onSettings={onSettings}
        fleet={fleet}
        onReload={reload}
        onCsv={rows && rows.length > 0 ? () => saveCsv(csvName("SWAPS", Date.now()), swapsCsv(rows, brand)) : null}
      />
      {rows && rows.length > 0 ? (
        <WideTable label="Swap Counts" rows={rows} keyOf={nameOf} head={head} columns={columns} />
      ) : rows ? (
        <Empty icon={IconBolt} sentence="No stations match your currently selected filters." />
      ) : failure ? (
        <Failed sentence="The swap counts could not be loaded." reason={sentenceOf(failure)} onReload={reload} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function useSwapStats() {
  const query = useQuery({
    queryKey: ["swap-stats"],
    queryFn: async ({ signal }) => (await call(getSwapStats, { query: {} }, { signal })).body,
    staleTime: MINUTE_MS,
  });
  useRefresh(MINUTE_MS, () => void query.refetch());
  return query;
}

function nameOf({ station }: SwapRow): string {
  return station.name;
}

function dashboardId(station: Station, brand: Brand) {
  const id = shortId(station.name, brand);
  const href = webAddress(station.hexone_dashboard);
  return (
    <span style={{ display: "block", padding: "0 10px", lineHeight: "29px" }}>
      {href === null ? (
        id
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" title={`Open the dashboard of ${titleOf(station)}`}>
          {id}
        </a>
      )}
    </span>
  );
}

const plain = (key: string, title: string, width: number): Omit<WideColumn<SwapRow>, "cellOf" | "isNumber"> => ({
  key,
  group: "",
  title,
  about: title,
  width,
});

/** Room for the heading of a count. */
const LETTER_PX = 8;
const EDGES_PX = 28;

const columns: WideColumn<SwapRow>[] = [
  {
    ...plain("serial_number", "Serial Number", 130),
    isNumber: false,
    cellOf: ({ station }) => ({
      content: <StationLink name={station.name}>{titleOf(station)}</StationLink>,
      title: station.name,
    }),
  },
  {
    ...plain("organization", "Organization", 230),
    isNumber: false,
    cellOf: ({ station }) => ({ content: station.organization_name, title: station.organization_name }),
  },
  ...swapKeys.map(countColumn),
];

function countColumn(key: (typeof swapKeys)[number]): WideColumn<SwapRow> {
  const title = swapStatsLabels[key];
  return {
    ...plain(key, title, Math.max(96, title.length * LETTER_PX + EDGES_PX)),
    isNumber: true,
    cellOf: ({ counts }) => {
      const count = counts?.[key];
      return { content: count === null || count === undefined ? "–" : wholeNumber(count) };
    },
  };
}
