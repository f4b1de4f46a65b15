import { useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SECOND_MS, timeWindow, timeWindowLabels, type TimeWindow } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { IconCalendarTime, IconNotes, IconPrinter } from "@tabler/icons-react";
import { sentenceOf } from "../../api/index.ts";
import { useNow, wholeNumber } from "../../lib/index.ts";
import { StationInfoBar, type Fleet } from "../../stations/index.ts";
import { Button, ChoiceMenu, Empty, Failed, Loading, Notice, Spinner } from "../../ui/index.ts";
import { EntryView } from "../entry-view.tsx";
import { entriesByStation, firstEntries, placeOfEntry, type StationEntries } from "../grouped.ts";
import { StationLogDialog } from "../station-log-dialog.tsx";
import { SupportLogDialog } from "../support-log-dialog.tsx";
import { useGrowing } from "../use-growing.ts";
import { allEntriesQuery } from "../use-log.ts";
import { StationHead } from "./station-head.tsx";
import styles from "./support-log-page.module.css";
import { usePrint } from "./use-print.ts";

type EntriesPageProps = {
  fleet: Fleet | undefined;
  time: TimeWindow;
  /** Id of the entry that the address leads to. */
  target: number | null;
  onTime: (time: TimeWindow) => void;
};

/** The support logs of all stations. */
export function EntriesPage({ fleet, time, target, onTime }: EntriesPageProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...allEntriesQuery(time),
    placeholderData: keepPreviousData,
  });

  return (
    <>
      <div className={styles.tools}>
        <span className={styles.count}>
          {data && `${wholeNumber(data.length)} ${data.length === 1 ? "entry" : "entries"}`}
        </span>
        {isPlaceholderData && <Spinner label="Loading..." />}
        <ChoiceMenu
          name="Time"
          icon={IconCalendarTime}
          labels={timeWindowLabels}
          options={timeWindow.options}
          value={time}
          onChange={onTime}
        />
        <Button icon={IconPrinter} disabled={!data} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {data ? (
        <Log
          groups={entriesByStation(data)}
          fleet={fleet}
          target={target}
          {...(time !== "all" && { onAll: () => onTime("all") })}
        />
      ) : error ? (
        <Failed
          sentence="The support log could not be loaded."
          reason={sentenceOf(error)}
          onReload={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}

type LogProps = Pick<EntriesPageProps, "fleet" | "target"> & {
  groups: readonly StationEntries[];
  /** Shows the entries of all times, unless it does already. */
  onAll?: () => void;
};

function Log({ groups, fleet, target, onAll }: LogProps) {
  const now = useNow(10 * SECOND_MS);
  const [open, setOpen] = useState<{ kind: "log" | "triage"; name: string } | null>(null);
  const close = () => setOpen(null);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const { shown, isWhole, end, upTo } = useGrowing(count);
  const place = target === null ? -1 : placeOfEntry(groups, target);
  useTarget(target, { wanted: place < 0 ? 0 : Math.min(place + FOLLOWING, count), shown, upTo });
  usePrint(() => upTo(count));
  const station = open === null ? undefined : fleet?.stations.get(open.name);

  return (
    <>
      {target !== null && place < 0 && (
        <div className={styles.notice}>
          <Notice tone="warning" action={onAll && <Button onClick={onAll}>Show All</Button>}>
            {`Entry #${target} is not among the entries shown here.`}
          </Notice>
        </div>
      )}
      {count === 0 && <Empty icon={IconNotes} sentence="There are no support log entries of this time." />}
      <div className={styles.stations}>
        {firstEntries(groups, shown).map(({ station: name, entries }) => (
          <section key={name} className={styles.station} aria-label={`Support log of ${name}`}>
            <LogHead name={name} station={fleet?.stations.get(name)} now={now} onOpen={setOpen} />
            {entries.map((entry) => (
              <EntryView key={entry.id} entry={entry} now={now} target={target} />
            ))}
          </section>
        ))}
      </div>
      {!isWhole && <div ref={end} className={styles.end} />}
      {station && open?.kind === "log" && <StationLogDialog station={station} onClose={close} />}
      {station && open?.kind === "triage" && <SupportLogDialog station={station} tab="triage" onClose={close} />}
    </>
  );
}

type LogHeadProps = {
  name: string;
  station: Station | undefined;
  now: number;
  onOpen: (dialog: { kind: "log" | "triage"; name: string }) => void;
};

/** Which station a log is of, with the ways to its errors and to its log. */
function LogHead({ name, station, now, onOpen }: LogHeadProps) {
  return (
    <StationHead name={name} station={station}>
      {station && (
        <StationInfoBar station={station} now={now} isAdmin onTriage={() => onOpen({ kind: "triage", name })} />
      )}
      <Button icon={IconNotes} disabled={!station} onClick={() => onOpen({ kind: "log", name })}>
        Support Log
      </Button>
    </StationHead>
  );
}

/** With so many entries after it, an entry can be scrolled to the middle of a high window. */
const FOLLOWING = 30;

/** How many entries going there takes, none when it is not among them, and how many are in the page. */
type Target = { wanted: number; shown: number; upTo: (count: number) => void };

/** Goes to the entry of the address as soon as it is there, with what follows it. */
function useTarget(target: number | null, { wanted, shown, upTo }: Target): void {
  const isShown = wanted > 0 && wanted <= shown;
  useEffect(() => upTo(wanted), [wanted, upTo]);
  useEffect(() => {
    if (target === null || !isShown) return;
    const entry = document.getElementById(`entry-${target}`);
    entry?.scrollIntoView({ block: "center" });
    entry?.focus({ preventScroll: true });
  }, [target, isShown]);
}
