import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconNotes, IconPlus } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useNow } from "../lib/index.ts";
import { Button, Empty, Failed, Icon, Loading } from "../ui/index.ts";
import { CreateEntryDialog } from "./create-entry-dialog.tsx";
import { EntryForm } from "./entry-form.tsx";
import { EntryList } from "./entry-list.tsx";
import styles from "./station-log.module.css";
import { stationLogQuery } from "./use-log.ts";

/** The support log of a station, and beside it a form for a new entry; where there is no room, a button for it. */
export function StationLog({ station }: { station: string }) {
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={styles.place}>
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
            <Icon of={IconPlus} />
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
  const now = useNow(10 * SECOND_MS);
  const { data, error, refetch } = useQuery(stationLogQuery(station));
  if (data && data.length > 0) return <EntryList label="Support log" entries={data} now={now} />;
  if (data) return <Empty icon={IconNotes} sentence="Nothing is written in this support log yet." />;
  if (!error) return <Loading />;
  return (
    <Failed
      sentence="The support log could not be loaded."
      reason={sentenceOf(error)}
      onReload={() => void refetch()}
    />
  );
}
