import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { IconChartLine, IconListDetails, IconRefresh } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { FreshnessScope, StaleBanner } from "../freshness/index.ts";
import { ErrorLogDialog } from "../station-errors/index.ts";
import { isGone, titleOf, useStation } from "../station/index.ts";
import { Button, Dialog, Failed, Loading, Notice } from "../ui/index.ts";
import { ActivityData } from "./activity-data.tsx";
import styles from "./data-history.module.css";
import { LatestError } from "./latest-error.tsx";

type DataHistoryDialogProps = {
  /** The station's name. */
  name: string;
  /** Only admins can open the error log from here. */
  isAdmin: boolean;
  onClose: () => void;
};

/** A station's latest unresolved error, its warning, and its history as a chart. */
export function DataHistoryDialog({ name, isAdmin, onClose }: DataHistoryDialogProps) {
  const client = useQueryClient();
  const { known, error, isFetching, freshness, refresh } = useStation(name);
  const [isLogOpen, setLogOpen] = useState(false);
  const station = isGone(error) ? undefined : known?.station;
  const warning = station?.last_telemetry_data?.warn_message;

  function handleRefresh() {
    refresh();
    for (const key of ["station-errors", "station-history"]) {
      void client.invalidateQueries({ queryKey: [key, name] });
    }
  }

  return (
    <Dialog
      title={station ? `${titleOf(station)} Data History` : "Data History"}
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
      {station ? (
        <>
          <StaleBanner freshness={freshness} content="the station" onRefresh={handleRefresh} />
          <FreshnessScope freshness={freshness}>
            <div className={styles.parts}>
              <LatestError station={name} />
              {warning && <Notice tone="warning">{warning}</Notice>}
              <ActivityData station={station} hasOuterRefresh />
            </div>
          </FreshnessScope>
        </>
      ) : error && !isFetching ? (
        <Failed sentence="The station could not be loaded." reason={sentenceOf(error)} onReload={refresh} />
      ) : (
        <Loading />
      )}
      {isLogOpen && station && <ErrorLogDialog station={station} isAdmin={isAdmin} onClose={() => setLogOpen(false)} />}
    </Dialog>
  );
}
