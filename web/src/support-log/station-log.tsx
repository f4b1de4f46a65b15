import { useState } from "react";
import { IconNotes, IconPlus } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { StaleBanner } from "../freshness/index.ts";
import { Button, Empty, Failed, Icon, Loading } from "../ui/index.ts";
import { CreateEntryDialog } from "./create-entry-dialog.tsx";
import { EntryForm } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import styles from "./station-log.module.css";
import { stationLogQuery, useLog } from "./use-log.ts";

/** A station's support log with a form for a new entry beside it, or a button for it on a narrow screen. */
export function StationLog({ station }: { station: string }) {
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={styles.container}>
      <div className={styles.columns}>
        <div className={styles.log}>
          <div className={styles.write}>
            <Button icon={IconPlus} onClick={() => setWriting(true)}>
              New Entry
            </Button>
          </div>
          <Entries station={station} />
        </div>
        <div className={styles.form}>
          <div className={styles.formHead}>
            <Icon icon={IconPlus} />
            New Entry
          </div>
          <EntryForm station={station} />
        </div>
      </div>
      {isWriting && <CreateEntryDialog station={station} onClose={() => setWriting(false)} />}
    </div>
  );
}

function Entries({ station }: { station: string }) {
  const { data, error, freshness, refetch } = useLog(stationLogQuery(station));
  if (data) {
    return (
      <>
        <StaleBanner freshness={freshness} content="the support log" onRefresh={() => void refetch()} />
        {data.length > 0 ? (
          <EntryList label={`Support log of ${station}`} entries={data} />
        ) : (
          <Empty icon={IconNotes} sentence="There are no entries in this support log yet." />
        )}
      </>
    );
  }
  if (!error) return <Loading />;
  return (
    <Failed
      sentence="The support log could not be loaded."
      reason={sentenceOf(error)}
      onReload={() => void refetch()}
    />
  );
}
