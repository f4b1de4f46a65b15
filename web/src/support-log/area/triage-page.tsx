import { memo, useDeferredValue, useMemo, useState } from "react";
import type { StationOwner } from "@groundcrew/shared/ownership";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { ListPart, Station } from "@groundcrew/shared/stations";
import {
  IconAlertTriangle,
  IconBuilding,
  IconChevronDown,
  IconCircleCheck,
  IconHeartbeat,
  IconNotes,
  IconStack2,
} from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { LIST_FAILED, SEARCHED_FIELDS, useStations } from "../../data/fleet/index.ts";
import { copyRowLink, FilterBar, KeyHints, Loaded, NoMatches, OrderMenu, type ViewInAddress } from "../../kit/index.ts";
import { countText, maintainedText } from "../../lib/index.ts";
import {
  AlsoViewing,
  OwnerCollision,
  OwnerControl,
  useOwner,
  useStationOwners,
  type Assignees,
} from "../../ownership/index.ts";
import { TriageList, useTriage } from "../../station-errors/index.ts";
import { StationInfoBar, stationTitle } from "../../station/index.ts";
import {
  Button,
  CheckField,
  classes,
  Empty,
  lazyDialog,
  Notice,
  pressInRow,
  usePageWindow,
  useRowKeys,
} from "../../ui/index.ts";
import { ofOwner, ownerCounts, queueOrderLabels, triageQueue, unresolvedCount, type TriageQueue } from "../queue.ts";
import { OwnerFilters } from "../owner-filters.tsx";
import { StationLogDialog } from "../station-log.tsx";
import { SupportLogDialog } from "../support-log-dialog.tsx";
import { TriageActions } from "../entry-form.tsx";
import { queueOrders, type OwnerFilter, type QueueView } from "../view.ts";
import { NameMenu } from "./log-filters.tsx";
import { TriageSwitch, useShowTriage } from "./triage-switch.tsx";
import styles from "./support-log.module.css";

const TelemetryDialog = lazyDialog(async () => (await import("../../telemetry/index.ts")).TelemetryDialog);

type TriagePageProps = {
  user: SessionUser;
  /** The parts of a whole list that the queue needs. */
  parts: readonly ListPart[];
  view: ViewInAddress<QueueView>;
};

/** The queue of stations with unresolved errors. */
export function TriagePage({ user, parts, view: inAddress }: TriagePageProps) {
  const { view, on } = inAddress;
  const { value: includesAll, onChange: includeAll } = on("all");
  const wanted = { query: { filters: includesAll ? "flagged,retired" : "flagged,actual,customer" } };
  const { fleet, refresh, ...stationsQuery } = useStations({ user, parts, wanted });
  const { brand } = useConsole();
  const deferredView = useDeferredValue(view);
  const owners = useStationOwners();
  // What puts a station in the queue is in its row, which stays the same while only times and readings change.
  const rows = fleet?.stations.rows;
  const all = useMemo(() => rows && triageQueue(rows.values(), deferredView, brand), [rows, deferredView, brand]);
  const queue = useMemo(() => all && ofOwner(all, deferredView.own, owners.kindOf), [all, deferredView.own, owners]);
  const counts = useMemo(() => ownerCounts(all?.stations ?? [], owners.kindOf), [all, owners]);

  return (
    <>
      <p className="print-only">Only part of this page is printed.</p>
      <QueueTools view={inAddress} organizations={all?.organizations ?? []} counts={counts} />
      <div className="min-32 row wrap gap-2 mb-4 no-print">
        <output className={`soft ${styles.count}`}>
          {queue &&
            `${countText(queue.count, "unresolved error")} at ${countText(queue.stations.length, "station")}${maintainedText(queue.maintained, queue.stations.length)}`}
        </output>
        <span className="caption muted">
          <KeyHints keys={{ Enter: "triage" }} />
        </span>
        <CheckField label="Include internal, mocked and retired stations" checked={includesAll} onChange={includeAll} />
      </div>
      <Loaded query={{ ...stationsQuery, data: fleet, refetch: refresh }} content="the stations" failure={LIST_FAILED}>
        {({ stations }) => (
          <>
            {queue?.isTooMany && <TooMany />}
            {queue && queue.stations.length > 0 ? (
              <Queue queue={queue} stations={stations} owners={owners} />
            ) : (
              <NoMatches of="stations" view={inAddress}>
                <Empty icon={IconCircleCheck} sentence="There are no errors that need triage" />
              </NoMatches>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** Shown instead of the errors of the stations when there are too many. */
function TooMany() {
  const showTriage = useShowTriage();
  const showGroups = (
    <Button icon={IconStack2} onClick={() => showTriage("groups")}>
      Show groups
    </Button>
  );
  return (
    <Notice className="mb-4" tone="warning" icon={IconAlertTriangle} action={showGroups}>
      <b>Too many errors to display</b>
      {"\nEach station shows the number of its errors. Open one to triage its errors."}
    </Notice>
  );
}

type QueueToolsProps = Pick<TriagePageProps, "view"> & {
  organizations: readonly string[];
  /** How many stations each filter by owner keeps. */
  counts: Record<OwnerFilter, number>;
};

function QueueTools({ view, organizations, counts }: QueueToolsProps) {
  const { on } = view;
  return (
    <FilterBar
      view={view}
      filters={{
        own: <OwnerFilters counts={counts} {...on("own")} />,
        sort: <OrderMenu labels={queueOrderLabels} options={queueOrders} {...on("sort")} />,
        org: <NameMenu label="Organization" icon={IconBuilding} names={organizations} {...on("org")} />,
        all: null,
      }}
      search={{ help: SEARCHED_FIELDS }}
    >
      <TriageSwitch view="stations" />
    </FilterBar>
  );
}

const ESTIMATE_PX = { collapsed: 65, expanded: 640 } as const;

const ACTS = { l: copyRowLink, a: pressInRow("[data-acknowledge]"), e: pressInRow("[data-resolve]") };

type QueueProps = {
  queue: TriageQueue;
  /** With the newest times and readings. */
  stations: ReadonlyMap<string, Station>;
  owners: ReturnType<typeof useStationOwners>;
};

/** The stations of the queue. Only those near the viewport are rendered. */
function Queue({ queue, stations, owners }: QueueProps) {
  const { isTooMany } = queue;
  const [open, setOpen] = useState<QueueDialog | null>(null);
  const close = () => setOpen(null);
  const keys = useNames(queue.stations);
  const height = ESTIMATE_PX[isTooMany ? "collapsed" : "expanded"];
  const page = usePageWindow({ keys, estimate: () => height, overscan: isTooMany ? 6 : 1 });
  useRowKeys({ list: page.list.ref, keys, goTo: page.goTo, control: "[data-triage]", actions: ACTS });

  return (
    <>
      <div {...page.list} className={styles.log}>
        {page.lines.map(({ index, key, gap }) => {
          const station = stations.get(key);
          if (!station) return null;
          return (
            <div
              key={key}
              ref={page.measure}
              data-index={index}
              data-key={key}
              className={classes("relative", styles.line, styles.apart)}
              style={{ marginTop: gap }}
            >
              <QueueStation
                station={station}
                owner={owners.find(station.name)}
                assignees={owners.assignees}
                isCollapsed={isTooMany}
                onOpen={setOpen}
              />
            </div>
          );
        })}
      </div>
      {open?.kind === "log" && <StationLogDialog station={open.station} onClose={close} />}
      {open?.kind === "triage" && <SupportLogDialog station={open.station} tab="triage" onClose={close} />}
      {open?.kind === "telemetry" && <TelemetryDialog name={open.station.name} onClose={close} />}
    </>
  );
}

/** The names of stations: the same array while they are the same. */
function useNames(stations: readonly Station[]): readonly string[] {
  const names = useMemo(() => stations.map(({ name }) => name), [stations]);
  const [known, setKnown] = useState(names);
  const isSame = known.length === names.length && known.every((name, index) => name === names[index]);
  if (!isSame) setKnown(names);
  return isSame ? known : names;
}

/** A dialog opened from the queue. */
type QueueDialog = { kind: "log" | "triage" | "telemetry"; station: Station };

type QueueStationProps = {
  station: Station;
  owner: StationOwner | undefined;
  assignees: Assignees;
  /** Whether its errors stay hidden until the user opens it. */
  isCollapsed: boolean;
  onOpen: (dialog: QueueDialog) => void;
};

/** A station of the triage queue with its errors, which are not loaded while it is collapsed. */
const QueueStation = memo(function QueueStation(props: QueueStationProps) {
  const { station, owner: found, assignees, isCollapsed, onOpen } = props;
  const owner = useOwner(
    { kind: "station", subject: station.name },
    { ownership: found?.ownership ?? null, assignees },
  );
  const [isExpanded, setExpanded] = useState(false);
  const title = stationTitle(station);
  const details = [title, station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
  const isOpen = isExpanded || !isCollapsed;
  return (
    <section className={`panel ${styles.station}`} aria-label={`Errors of ${title}`}>
      <div className={`row wrap sunken border-below ${styles.head}`}>
        <StationInfoBar
          station={station}
          isAdmin
          onTriage={() => onOpen({ kind: "triage", station })}
          onTelemetry={() => onOpen({ kind: "telemetry", station })}
        />
        <span className={`grow min-0 truncate size-small soft ${styles.about}`} title={details}>
          <b>{title}</b>
          {details.slice(title.length)}
        </span>
        {found?.groups.map(({ id, owner: name }) => (
          <span key={id} className="nowrap size-caption soft">{`Group ${id}: ${name}`}</span>
        ))}
        {isOpen && <AlsoViewing kind="station" subject={station.name} />}
        <div className={`full-width-tiny flex wrap gap-2 min-0 push-right no-print ${styles.buttons}`}>
          <div className={`full-width-tiny ${styles.owner}`}>
            <OwnerControl owner={owner} name={`the errors of ${title}`} acknowledgeKey="A" />
          </div>
          <Button icon={IconNotes} onClick={() => onOpen({ kind: "log", station })}>
            Support Log
          </Button>
          <Button icon={IconHeartbeat} onClick={() => onOpen({ kind: "telemetry", station })}>
            Telemetry
          </Button>
          {isCollapsed && !isExpanded && (
            <Button icon={IconChevronDown} onClick={() => setExpanded(true)}>
              {`Show ${countText(unresolvedCount(station), "error")}`}
            </Button>
          )}
        </div>
      </div>
      {owner.collision !== null && (
        <div className={`p-3 ${styles.body}`}>
          <OwnerCollision owner={owner} />
        </div>
      )}
      {isOpen && <StationTriage station={station.name} />}
    </section>
  );
});

/** The errors of a station. Its times and readings change often, but not these. */
const StationTriage = memo(function StationTriage({ station }: { station: string }) {
  const triage = useTriage(station);
  const { received } = triage;
  return (
    <div className={`p-3 ${styles.body}`}>
      <TriageList triage={triage} />
      {received && received.errors.length > 0 && (
        <div className={`row wrap gap-2 mt-3 ${styles.actions}`}>
          <TriageActions station={station} triage={triage} />
        </div>
      )}
    </div>
  );
});
