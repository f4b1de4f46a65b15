import { useId, useState } from "react";
import { Link } from "@tanstack/react-router";
import type { ErrorGroupDetails } from "@groundcrew/shared/error-groups";
import { shortAge, type Timestamp } from "@groundcrew/shared/lib";
import { IconArchive, IconArchiveOff, IconArrowLeft, IconCircleCheck, IconSearchOff } from "@tabler/icons-react";
import { CallFailure } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { FreshnessScope, StaleBanner } from "../../freshness/index.ts";
import { exactMoment, wholeNumber } from "../../lib/index.ts";
import { OwnerCollision, OwnerControl, useOwner } from "../../ownership/index.ts";
import { Button, buttonClass, Card, Empty, Icon, Notice, TabButtons, TabPanel } from "../../ui/index.ts";
import { ArchiveGroupsDialog, ResolveGroupsDialog, useUnarchive } from "../acts/index.ts";
import { GroupLink } from "../group-link.tsx";
import { firmwareText, stateNote, stationTypeText, titleText } from "../group-texts.ts";
import { GroupTitle } from "../group-title.tsx";
import { StatePill } from "../state-pill.tsx";
import { Fingerprints, GroupHistory, WhatVaries } from "./group-about.tsx";
import styles from "./group-page.module.css";
import { GroupErrors, GroupStations, Pending } from "./group-tables.tsx";
import { MonthBars } from "./month-bars.tsx";
import { useGroup } from "./use-group.ts";

/** The page of a group of station errors. */
export function GroupPage({ id }: { id: number }) {
  const { brand } = useConsole();
  const { data: group, error, freshness, refetch } = useGroup(id);
  const reload = () => void refetch();
  return (
    <>
      <title>{`Group ${id} · ${brand.product}`}</title>
      <StaleBanner freshness={freshness} content="the group" onRefresh={reload} />
      <FreshnessScope freshness={freshness}>
        {group ? (
          <Group key={group.id} group={group} />
        ) : error instanceof CallFailure && error.status === 404 ? (
          <Empty icon={IconSearchOff} sentence="There is no such group." action={<ToGroups />} />
        ) : (
          <Pending what="the group" error={error} onReload={reload} />
        )}
      </FreshnessScope>
    </>
  );
}

function ToGroups() {
  return (
    <Link
      to="/supportlog/$"
      params={{ _splat: "triage/groups" }}
      aria-label="Back to Groups"
      title="Back to Groups"
      className={buttonClass("quiet", "icon")}
    >
      <Icon icon={IconArrowLeft} />
    </Link>
  );
}

const tabs = ["stations", "errors"] as const;
type Tab = (typeof tabs)[number];

function Group({ group }: { group: ErrorGroupDetails }) {
  const now = useServerNow();
  const panelId = useId();
  const [tab, setTab] = useState<Tab>("stations");
  const labels = {
    stations: `Stations ${wholeNumber(group.stations)}`,
    errors: `Errors ${wholeNumber(group.open)}`,
  };
  return (
    <>
      <Head group={group} now={now} />
      <Figures group={group} now={now} />
      <Notices group={group} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title="30 Days">
            <MonthBars days={group.days30} isEscalating={group.state === "escalating"} now={now} />
          </Card>
          <div>
            <TabButtons label="Group" labels={labels} tabs={tabs} chosen={tab} panelId={panelId} onChoose={setTab} />
            <TabPanel panelId={panelId} chosen={tab}>
              {tab === "stations" ? (
                <GroupStations group={group.id} now={now} />
              ) : (
                <GroupErrors group={group.id} now={now} />
              )}
            </TabPanel>
          </div>
          <Fingerprints group={group} />
        </div>
        <div className={styles.column}>
          <WhatVaries group={group.id} />
          <GroupHistory group={group.id} now={now} />
        </div>
      </div>
    </>
  );
}

type PartProps = { group: ErrorGroupDetails; now: number };

function Head({ group, now }: PartProps) {
  const { id, title, state, job_type, station_type, firmware } = group;
  const owner = useOwner({ kind: "group", subject: String(id) }, group.owner);
  const [open, setOpen] = useState<"resolve" | "archive" | null>(null);
  const unarchive = useUnarchive(() => undefined);
  const dialog = { groups: [group], onDone: () => undefined, onClose: () => setOpen(null) };
  const isClosed = state === "resolved" || group.merged_into !== null;
  const about = [stationTypeText(station_type), `Group ${id}`, firmwareText(firmware), stateNote(group, now)];
  return (
    <header className={styles.head}>
      <ToGroups />
      <div className={styles.names}>
        <h1 className={styles.title} title={titleText(title)}>
          <GroupTitle title={title} />
        </h1>
        <div className={styles.about}>
          <StatePill group={group} />
          {job_type !== null && <span className={styles.job}>{job_type}</span>}
          <span>{about.filter((text) => text !== null).join(" · ")}</span>
        </div>
      </div>
      {!isClosed && (
        <div className={styles.acts}>
          <div className={styles.owner}>
            <OwnerControl owner={owner} name={`Group ${id}`} />
          </div>
          <Button tone="main" icon={IconCircleCheck} onClick={() => setOpen("resolve")}>
            Resolve All…
          </Button>
          {state === "archived" ? (
            <Button icon={IconArchiveOff} busy={unarchive.isPending} onClick={() => unarchive.mutate([group])}>
              Unarchive
            </Button>
          ) : (
            <Button icon={IconArchive} onClick={() => setOpen("archive")}>
              Archive…
            </Button>
          )}
        </div>
      )}
      <div className={styles.collision}>
        <OwnerCollision owner={owner} />
      </div>
      {open === "resolve" && <ResolveGroupsDialog {...dialog} />}
      {open === "archive" && <ArchiveGroupsDialog {...dialog} />}
    </header>
  );
}

function Notices({ group: { merged_into, resolving } }: { group: ErrorGroupDetails }) {
  return (
    <>
      {merged_into !== null && (
        <Notice tone="info">
          {"This group was merged into "}
          <GroupLink id={merged_into}>{`Group ${merged_into}`}</GroupLink>.
        </Notice>
      )}
      {resolving && (
        <Notice tone="info">{`Resolving ${wholeNumber(resolving.done)} of ${wholeNumber(resolving.errors)}`}</Notice>
      )}
    </>
  );
}

function Figures({ group: { open, total, stations, first_seen, last_seen }, now }: PartProps) {
  const ago = (time: Timestamp) => {
    const age = shortAge(now - Date.parse(time));
    return age === "now" ? age : `${age} ago`;
  };
  const figures = [
    { label: "Open", value: wholeNumber(open) },
    { label: "In all", value: wholeNumber(total) },
    { label: "Stations", value: wholeNumber(stations) },
    { label: "First seen", value: ago(first_seen), title: exactMoment(first_seen) },
    { label: "Last seen", value: ago(last_seen), title: exactMoment(last_seen) },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, title }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd title={title}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
