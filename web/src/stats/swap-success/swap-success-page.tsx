import { toCsv } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  attemptsIn,
  getSwapSuccess,
  successRange,
  successRate,
  type StationSwaps,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";
import { IconBolt, IconX } from "@tabler/icons-react";
import { useMemo, useState, type ReactNode } from "react";
import { call, errorSentence, useServerMutation } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { useServerData } from "../../data/index.ts";
import { Loaded, useView, type ViewInAddress } from "../../kit/index.ts";
import { csvName, saveCsv } from "../../lib/index.ts";
import { Button, Empty, toast, useSchemeName } from "../../ui/index.ts";
import { AttemptsDialog } from "./attempts-dialog.tsx";
import { RangeTools } from "./range-tools.tsx";
import { StationSwapsCard } from "./station-swaps.tsx";
import { SuccessChart } from "./success-chart.tsx";
import { axisStart, successColumns } from "./success-columns.ts";
import { Comparison, SuccessFigures, SuccessNotes, TopCauses } from "./success-parts.tsx";
import { daysOf, daysOfPoint, swapSuccessView, type SwapSuccessView } from "./swap-success-view.ts";
import styles from "../reports.module.css";

const PAGE = 50;
const ALL = 10_000;
const CONTENT = "the success of swaps";

/** How many attempts to swap succeeded, over time and by what may explain it. */
export function SwapSuccessPage({ tabs, user }: { tabs: ReactNode; user: SessionUser }) {
  const inAddress = useView(swapSuccessView);
  const { view, change } = inAddress;
  const [limit, setLimit] = useState(PAGE);
  const now = serverNow();
  const days = daysOf(view, now);
  const query = swapSuccessView.call(view, now);
  const whole = useSuccess({ ...query, ...days, limit });
  const span = whole.data?.span;
  const dayDays = view.day === "" || span === undefined ? null : daysOfPoint(view.day, span, days);
  const ofDay = useOneDay(useSuccess(dayDays && { ...query, ...dayDays, limit }), dayDays);
  const shownQuery = { ...query, ...(dayDays ?? days) };
  const save = useServerMutation({
    ifUnanswered: null,
    run: async () => {
      const { body } = await call(getSwapSuccess, { query: { ...shownQuery, limit: ALL } });
      saveCsv(csvName("SWAP_SUCCESS", serverNow()), successCsv(body.stations));
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
  const shown = dayDays === null ? whole : ofDay;
  const isEmpty = shown.data === undefined || attemptsIn(shown.data) === 0;
  return (
    <>
      <div className="panel">
        {tabs}
        <div className={`p-4 ${styles.content}`}>
          <RangeTools
            inAddress={inAddress}
            user={user}
            firmware={whole.data?.firmware.map(({ firmware }) => firmware) ?? []}
            onCsv={isEmpty ? null : () => save.mutate()}
            isSaving={save.isPending}
          />
          <Loaded query={whole} content={CONTENT}>
            {(success) => (
              <Chart success={success} isPlaced={view.site !== "" || view.tag !== ""} onDay={(day) => change({ day })}>
                {dayDays === null ? (
                  <SuccessFigures success={success} />
                ) : (
                  <DayFigures query={ofDay} days={dayDays} onAll={() => change({ day: "" })} />
                )}
              </Chart>
            )}
          </Loaded>
        </div>
      </div>
      {shown.data && !isEmpty && (
        <Details
          success={shown.data}
          inAddress={inAddress}
          isAdmin={user.can_admin}
          query={shownQuery}
          isLoading={shown.isFetching}
          onMore={() => setLimit(limit + PAGE)}
        />
      )}
    </>
  );
}

type Query = ReturnType<typeof swapSuccessView.call> & { from?: string; to?: string };

function useSuccess(query: (Query & { limit: number }) | null) {
  return useServerData(getSwapSuccess, query && { query }, { keepsPrevious: true });
}

/** The figures of the days of a point, without those of another point that are kept while they are loading. */
function useOneDay(query: ReturnType<typeof useSuccess>, days: ReturnType<typeof daysOfPoint> | null) {
  const isOther = query.isPlaceholderData && query.data?.from.slice(0, 10) !== days?.from;
  return isOther ? { ...query, data: undefined } : query;
}

type ChartProps = { success: SwapSuccess; isPlaced: boolean; onDay: (day: string) => void; children: ReactNode };

/** The chart of the whole period, below figures that may be of one of its days. */
function Chart({ success, isPlaced, onDay, children }: ChartProps) {
  const scheme = useSchemeName();
  const start = useMemo(() => axisStart(successColumns(success)), [success]);
  if (attemptsIn(success) === 0) {
    const since = success.counted_since;
    return (
      <Empty
        icon={IconBolt}
        sentence="No swap attempts in this range."
        action={since !== null && <span className="small">Attempts are counted since {since}.</span>}
      />
    );
  }
  return (
    <>
      {children}
      <SuccessChart key={`${scheme} ${success.span} ${start} ${success.from}`} success={success} onDay={onDay} />
      <SuccessNotes success={success} start={start} isPlaced={isPlaced} />
    </>
  );
}

type DayFiguresProps = {
  query: ReturnType<typeof useOneDay>;
  days: ReturnType<typeof daysOfPoint>;
  onAll: () => void;
};

/** The figures of the days of a point. */
function DayFigures({ query, days: { from, to }, onAll }: DayFiguresProps) {
  return (
    <>
      <p className="row gap-2 mb-2 small">
        <span>
          Only {from}
          {from < to && " and the days after it, of that week"}
        </span>
        <Button icon={IconX} onClick={onAll}>
          Show All
        </Button>
      </p>
      <Loaded query={query} content={CONTENT}>
        {(success) => <SuccessFigures success={success} />}
      </Loaded>
    </>
  );
}

type DetailsProps = {
  success: SwapSuccess;
  inAddress: ViewInAddress<SwapSuccessView>;
  isAdmin: boolean;
  query: Query;
  isLoading: boolean;
  onMore: () => void;
};

function Details({ success, inAddress, isAdmin, query, isLoading, onMore }: DetailsProps) {
  const { view, isNarrowed, change } = inAddress;
  const [opened, setOpened] = useState<StationSwaps | null>(null);
  // Attempts of a part of the fleet are not compared with themselves.
  const isFleet = !isNarrowed;
  const { org_id: _org, site: _site, tag: _tag, station_type: _type, sort: _sort, ...ofStation } = query;
  return (
    <>
      <div className={`one-column-medium grid gap-4 mt-4 mb-4 ${styles.halves}`}>
        <TopCauses success={success} />
        <Comparison success={success} by={view.by} isFleet={isFleet} isAdmin={isAdmin} onBy={(by) => change({ by })} />
      </div>
      <StationSwapsCard
        success={success}
        isFleet={isFleet}
        sort={view.sort}
        onSort={(sort) => change({ sort })}
        isLoading={isLoading}
        onMore={onMore}
        onAttempts={setOpened}
      />
      {opened && (
        <AttemptsDialog station={opened} query={ofStation} isAdmin={isAdmin} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

/** The content of the file that Download CSV saves: a row for each station. Rates are from 0 to 1. */
function successCsv(stations: readonly StationSwaps[]): string {
  const head = [
    "Station",
    "Serial Number",
    "Organization",
    "Attempts",
    "Succeeded",
    "Succeeded With Errors",
    "Failed",
    "Success Rate",
    "Likely From",
    "Likely To",
    "Top Cause",
  ];
  const rows = stations.map((station) => {
    const { from, to } = successRange(station);
    const rates = [successRate(station), from, to].map((rate) => (rate === null ? null : Number(rate.toFixed(4))));
    const { succeeded, with_errors, failed } = station;
    const counts = [attemptsIn(station), succeeded, with_errors, failed];
    return [station.station, station.serial_number, station.organization, ...counts, ...rates, station.cause];
  });
  return toCsv(head, rows);
}
