import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { Station } from "@groundcrew/shared/stations";
import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { IconNotes } from "@tabler/icons-react";
import type { Fleet } from "../../data/fleet/index.ts";
import { copyRowLink } from "../../kit/index.ts";
import { useIncidentOwners } from "../../ownership/index.ts";
import { StationInfoBar, StationLink, stationTitle } from "../../station/index.ts";
import { Button, classes, pressInRow, usePageWindow, useRowKeys, type PageWindow } from "../../ui/index.ts";
import { EntryView } from "../entry-view.tsx";
import { entriesByStation, findLineKey, linesByStation, logLines, type LogLine } from "../log-entries.ts";
import { StationLogDialog } from "../station-log.tsx";
import { SupportLogDialog } from "../support-log-dialog.tsx";
import styles from "./support-log.module.css";

type LogDialog = { kind: "log" | "triage"; station: Station };

type LogLinesProps = {
  entries: readonly SupportLogEntry[];
  fleet: Fleet | undefined;
  /** The id of the entry in the address. */
  target: number | null;
};

/** E opens the status of an incident, which asks what else is resolved with it. */
const ACTS = {
  l: copyRowLink,
  a: pressInRow("[data-acknowledge]"),
  e: pressInRow('[aria-haspopup="menu"][aria-label^="Status:"]'),
};
const ESTIMATE_PX = { station: 65, entry: 96 } as const;

/** A log grouped by station. Only the lines near the viewport are rendered. */
export function LogLines({ entries, fleet, target }: LogLinesProps) {
  const [open, setOpen] = useState<LogDialog | null>(null);
  const close = () => setOpen(null);
  const owners = useIncidentOwners();
  const lines = useMemo(() => logLines(entriesByStation(entries)), [entries]);
  const keys = useMemo(() => lines.map(({ key }) => key), [lines]);
  const page = usePageWindow({ keys, estimate: (index) => ESTIMATE_PX[lines[index]?.kind ?? "entry"] });
  useRowKeys({ list: page.list.ref, keys, goTo: page.goTo, control: "article, a[href]", actions: ACTS });
  useTarget(target, target === null ? undefined : findLineKey(entries, target), page.goTo);
  const rendered = page.lines.flatMap(({ index, gap }) => {
    const line = lines[index];
    return line ? [{ ...line, index, gap }] : [];
  });

  return (
    <>
      <div {...page.list} className={styles.log}>
        {linesByStation(rendered).map(({ station: name, lines }) => (
          <section key={name} aria-label={`Support log of ${name}`}>
            {lines.map((line) => (
              <div
                key={line.key}
                ref={page.measure}
                data-index={line.index}
                data-key={line.key}
                className={classes("relative", styles.line, ...lineStyles(line))}
                style={{ marginTop: line.gap }}
              >
                {line.kind === "station" ? (
                  <LogHead name={name} station={fleet?.stations.get(name)} onOpen={setOpen} />
                ) : (
                  <EntryView entry={line.entry} owners={owners} target={target} />
                )}
              </div>
            ))}
          </section>
        ))}
      </div>
      {open?.kind === "log" && <StationLogDialog station={open.station} onClose={close} />}
      {open?.kind === "triage" && <SupportLogDialog station={open.station} tab="triage" onClose={close} />}
    </>
  );
}

function lineStyles(line: LogLine) {
  return line.kind === "station" ? [styles.stationLine, styles.apart] : [styles.entry, line.isLast && styles.last];
}

type LogHeadProps = { name: string; station: Station | undefined; onOpen: (dialog: LogDialog) => void };

/** The heading of a station's log, with buttons for its errors and its log. */
function LogHead({ name, station, onOpen }: LogHeadProps) {
  return (
    <StationHead name={name} station={station}>
      {station && <StationInfoBar station={station} isAdmin onTriage={() => onOpen({ kind: "triage", station })} />}
      <Button icon={IconNotes} disabled={!station} onClick={() => station && onOpen({ kind: "log", station })}>
        Support Log
      </Button>
    </StationHead>
  );
}

/** Scrolls to the entry in the address once it is loaded, and not again when the log changes. */
function useTarget(target: number | null, key: string | undefined, goTo: PageWindow["goTo"]): void {
  const reached = useRef<number | null>(null);
  useEffect(() => {
    if (target === null || key === undefined) reached.current = null;
    else if (reached.current !== target) {
      reached.current = target;
      goTo(key, () => document.getElementById(`entry-${target}`));
    }
  }, [target, key, goTo]);
}

type StationHeadProps = {
  name: string;
  /** The station; undefined until it is loaded. */
  station: Station | undefined;
  /** Buttons on the right. */
  children: ReactNode;
};

/** A heading with a station's name, organization and location. */
function StationHead({ name, station, children }: StationHeadProps) {
  const details = station && [station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
  return (
    <div className={`row wrap sunken border-below ${styles.head}`}>
      <h2 className={styles.name}>
        <StationLink name={name} path="supportlog" title={name}>
          {station ? stationTitle(station) : name}
        </StationLink>
      </h2>
      <span className={`grow min-0 truncate size-small soft ${styles.about}`} title={details}>
        {details}
      </span>
      <div className={`full-width-tiny flex wrap gap-2 min-0 push-right no-print ${styles.buttons}`}>{children}</div>
    </div>
  );
}
