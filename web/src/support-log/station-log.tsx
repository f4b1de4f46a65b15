import { useCallback, useId, useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { IconChevronDown, IconChevronRight, IconNotes, IconPlus } from "@tabler/icons-react";
import { Loaded } from "../kit/index.ts";
import { useIncidentOwners } from "../ownership/index.ts";
import { stationTypeIcon, stationTitle } from "../station/index.ts";
import { Button, Dialog, Empty, Icon } from "../ui/index.ts";
import { CreateEntryDialog, EntryForm } from "./entry-form.tsx";
import { EntryView } from "./entry-view.tsx";
import styles from "./station-log.module.css";
import { useStationLog } from "./use-log.ts";

/** A station's support log with a form for a new entry beside it, or a button for it on a narrow screen. */
export function StationLog({ station }: { station: string }) {
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={styles.container}>
      <div className={styles.columns}>
        <div>
          <div className={`flex justify-end mb-2 ${styles.write}`}>
            <Button icon={IconPlus} onClick={() => setWriting(true)}>
              New Entry
            </Button>
          </div>
          <Entries station={station} />
        </div>
        <div className={styles.form}>
          <div className="p-2h-3 row gap-2 label border-below">
            <Icon icon={IconPlus} />
            New Entry
          </div>
          {/* The dialog edits the same draft. */}
          {!isWriting && <EntryForm station={station} />}
        </div>
      </div>
      {isWriting && <CreateEntryDialog station={station} onClose={() => setWriting(false)} />}
    </div>
  );
}

function Entries({ station }: { station: string }) {
  return (
    <Loaded
      query={useStationLog(station)}
      content="the support log"
      empty={<Empty icon={IconNotes} sentence="There are no entries in this support log yet." />}
    >
      {(entries) => <EntryList label={`Support log of ${station}`} entries={entries} />}
    </Loaded>
  );
}

type EntryListProps = { label: string; entries: readonly SupportLogEntry[] };

/** The entries of one station in the order of the log. A long list is extended as the user scrolls. */
function EntryList({ label, entries }: EntryListProps) {
  const { visible, isComplete, end } = useIncrementalList(entries.length);
  const owners = useIncidentOwners();
  return (
    <section className={`panel ${styles.panel}`} aria-label={label}>
      {entries.slice(0, visible).map((entry) => (
        <EntryView key={entry.id} entry={entry} owners={owners} target={null} />
      ))}
      {!isComplete && <div ref={end} className={styles.end} />}
    </section>
  );
}

const STEP = 40;

/** How many items of a long list to render: more each time the user scrolls near the `end` element. */
function useIncrementalList(count: number) {
  const [visible, setVisible] = useState(STEP);
  const end = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setVisible((before) => before + STEP),
      { rootMargin: "800px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { visible: Math.min(visible, count), isComplete: visible >= count, end };
}

type StationLogDialogProps = {
  station: Pick<Station, "name" | "serial_number" | "station_type">;
  onClose: () => void;
};

/** A station's support log. */
export function StationLogDialog({ station, onClose }: StationLogDialogProps) {
  return (
    <Dialog
      title={`Viewing Support Log for ${stationTitle(station)}`}
      subtitle={station.name}
      icon={stationTypeIcon(station).icon}
      size="wide"
      onClose={onClose}
    >
      <StationLog station={station.name} />
    </Dialog>
  );
}

/** A collapsible section with a station's support log, loaded when first opened. */
export function StationLogAccordion({ station }: { station: string }) {
  const panelId = useId();
  const [state, setState] = useState<"untouched" | "open" | "closed">("untouched");
  const isOpen = state === "open";
  return (
    <section className="panel">
      <h2>
        <button
          type="button"
          className={`row gap-2 full-width label default bare rounded hover ${styles.opener}`}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setState(isOpen ? "closed" : "open")}
        >
          <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
          <Icon icon={IconNotes} />
          Support Log
        </button>
      </h2>
      <div id={panelId} className={styles.accordionPanel} hidden={!isOpen}>
        {state !== "untouched" && <StationLog station={station} />}
      </div>
    </section>
  );
}
