import { useState } from "react";
import { ageMs } from "@groundcrew/shared/lib";
import { errorTime, jobTypeOf, reduceMessage, listStationErrors } from "@groundcrew/shared/station-errors";
import { IconChartLine, IconCircleCheck, IconListDetails, IconRefresh } from "@tabler/icons-react";
import { errorSentence, isNotFound } from "../data/api/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { StaleBanner } from "../data/freshness/index.ts";
import { Loaded } from "../kit/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";
import { ErrorLogDialog, useLatestError } from "../station-errors/index.ts";
import { stationTitle, useStation } from "../station/index.ts";
import { Button, Dialog, Icon, Loading, Notice } from "../ui/index.ts";
import { ActivityData } from "./activity-data.tsx";
import { useReload } from "../data/index.ts";
import { getStationHistory } from "@groundcrew/shared/stats";

type DataHistoryDialogProps = {
  /** The station's name. */
  name: string;
  /** Only admins can open the error log from here. */
  isAdmin: boolean;
  onClose: () => void;
};

/** A station's latest unresolved error, its warning, and its history as a chart. */
export function DataHistoryDialog({ name, isAdmin, onClose }: DataHistoryDialogProps) {
  const reload = useReload();
  const { data: known, refetch, ...query } = useStation(name);
  const [isLogOpen, setLogOpen] = useState(false);
  const station = isNotFound(query.error) ? undefined : known;
  const warning = station?.last_telemetry_data?.warn_message;

  function handleRefresh() {
    void refetch();
    void reload(listStationErrors, name);
    void reload(getStationHistory, name);
  }

  return (
    <Dialog
      title={station ? `${stationTitle(station)} Data History` : "Data History"}
      subtitle={name}
      icon={IconChartLine}
      size="wide"
      footer={
        <>
          <Button icon={IconRefresh} onClick={handleRefresh}>
            Refresh
          </Button>
          {isAdmin && station && (
            <Button icon={IconListDetails} onClick={() => setLogOpen(true)}>
              View Error Log
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <Loaded query={{ ...query, data: station, refetch: async () => handleRefresh() }} content="the station">
        {(station) => (
          <div className="stack gap-3">
            <LatestError station={name} />
            {warning && <Notice tone="warning">{warning}</Notice>}
            <ActivityData station={station} hasOuterRefresh />
          </div>
        )}
      </Loaded>
      {isLogOpen && station && <ErrorLogDialog station={station} isAdmin={isAdmin} onClose={() => setLogOpen(false)} />}
    </Dialog>
  );
}

/** The unresolved error of a station that was logged last, or a sentence that there is none. */
function LatestError({ station }: { station: string }) {
  const { data: latest, error, isFetching, freshness, refetch } = useLatestError(station);
  const banner = <StaleBanner freshness={freshness} content="the latest error" onRefresh={() => void refetch()} />;
  const now = useServerNow();
  if (latest === undefined && error && !isFetching) {
    return (
      <Notice tone="danger" action={<Button onClick={() => void refetch()}>Reload</Button>}>
        <b>Loading the error list for this station failed</b>
        {`\n${errorSentence(error)}`}
      </Notice>
    );
  }
  if (latest === undefined) return <Loading />;
  if (latest === null) {
    return (
      <>
        {banner}
        <p className={`row gap-1h small ${freshness.kind === "stale" ? "muted" : "ok"}`}>
          <Icon icon={IconCircleCheck} />
          No unresolved errors
        </p>
      </>
    );
  }
  const time = errorTime(latest);
  const occurred = `occurred ${exactMoment(time)} · ${agoText(ageMs(time, now) ?? 0)}`;
  return (
    <>
      {banner}
      <Notice tone="danger">
        <b>{reduceMessage(latest.error_message)}</b>
        {`\nLatest unresolved error · ${jobTypeOf(latest) ?? "no job type"} · ${occurred}`}
      </Notice>
    </>
  );
}
