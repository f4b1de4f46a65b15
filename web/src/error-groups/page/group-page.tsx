import { useId } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ErrorGroupDetails } from "@groundcrew/shared/error-groups";
import { IconAlertTriangle, IconBuildingWarehouse, IconNotes, type Icon as TablerIcon } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { Age, DayAxis, DayChart, DetailPage, Figures } from "../../kit/index.ts";
import { maintainedText, wholeNumber } from "../../lib/index.ts";
import { Card, classes, Icon, Notice, TabButtons, TabPanel } from "../../ui/index.ts";
import { GroupLink } from "../group-link.tsx";
import { daysSentence, resolvingText } from "../group-texts.ts";
import { Fingerprints } from "./fingerprints.tsx";
import { GroupHistory, WhatVaries } from "./group-about.tsx";
import { GroupHead, ToGroups } from "./group-head.tsx";
import styles from "../groups.module.css";
import { GroupEntries, GroupErrors, GroupStations } from "./group-tables.tsx";
import { groupPageQuery, groupPageTabs, type GroupPageTab } from "../groups-query.ts";
import { newestFirmware } from "./month.ts";
import { ReadinessEffect } from "./readiness-effect.tsx";
import { useGroupDetails } from "../acts/index.ts";

/** The page of a group of station errors. */
export function GroupPage({ id }: { id: number }) {
  return (
    <DetailPage
      query={useGroupDetails(id)}
      name={`Group ${id}`}
      content="the group"
      missing={{ sentence: "There is no such group.", action: <ToGroups /> }}
    >
      {(group) => <Group key={group.id} group={group} />}
    </DetailPage>
  );
}

/** The tab in the address. */
function useTab() {
  const navigate = useNavigate();
  const query = useSearch({ strict: false });
  const tab: GroupPageTab = groupPageQuery(query).tab ?? "stations";
  const setTab = (next: GroupPageTab) =>
    void navigate({ to: ".", search: groupPageQuery({ tab: next }), replace: true, resetScroll: false });
  return { tab, setTab };
}

function Group({ group }: { group: ErrorGroupDetails }) {
  const { tab, setTab } = useTab();
  const now = useServerNow();
  const panelId = useId();
  const labels = {
    stations: <TabLabel icon={IconBuildingWarehouse} text="Stations" count={group.stations} />,
    errors: <TabLabel icon={IconAlertTriangle} text="Errors" count={group.open} />,
    supportlog: <TabLabel icon={IconNotes} text="Support Log" count={group.entries} />,
  };
  return (
    <>
      <GroupHead group={group} now={now} />
      <GroupFigures group={group} />
      <Notices group={group} />
      <div className={`one-column-medium grid gap-4 align-start mt-4 ${styles.columns}`}>
        <div className="column gap-4 min-0">
          <Card title="30 Days" aside={<MonthNote group={group} now={now} />}>
            <DayChart
              label={daysSentence(group.days30)}
              days={group.days30}
              isRising={group.state === "escalating"}
              line={newestFirmware(group, now)?.day ?? null}
              now={now}
              className={styles.month}
            />
            <DayAxis count={group.days30.length} every={10} now={now} />
          </Card>
          <div>
            <TabButtons
              label="Group"
              labels={labels}
              tabs={groupPageTabs}
              chosen={tab}
              panelId={panelId}
              onChoose={setTab}
            />
            <TabPanel panelId={panelId} chosen={tab}>
              {tab === "stations" && <GroupStations group={group.id} now={now} />}
              {tab === "errors" && <GroupErrors group={group.id} now={now} />}
              {tab === "supportlog" && <GroupEntries group={group.id} />}
            </TabPanel>
          </div>
          <Fingerprints group={group} />
        </div>
        <div className="column gap-4 min-0">
          <ReadinessEffect group={group} />
          <WhatVaries group={group} />
          <GroupHistory group={group.id} />
        </div>
      </div>
    </>
  );
}

function TabLabel({ icon, text, count }: { icon: TablerIcon; text: string; count: number }) {
  return (
    <>
      <Icon icon={icon} />
      {text} <span className={`px-1h size-caption tint ${styles.pageCount}`}>{wholeNumber(count)}</span>
    </>
  );
}

/** How the errors of today compare, and what the dashed line is. */
function MonthNote({ group, now }: PartProps) {
  const today = group.days30.at(-1) ?? 0;
  const week = group.days30.slice(-8, -1).reduce((sum, errors) => sum + errors, 0);
  const line = newestFirmware(group, now);
  return (
    <span className={classes("normal size-caption muted", styles.quiet, "push-right")}>
      {`${wholeNumber(today)} today, about ${wholeNumber(Math.round(week / 7))} a day before`}
      {line && ` · dashed line: first error with firmware ${line.version}`}
    </span>
  );
}

type PartProps = { group: ErrorGroupDetails; now: number };

function Notices({ group: { merged_into, resolving } }: { group: ErrorGroupDetails }) {
  return (
    <>
      {merged_into !== null && (
        <Notice tone="info">
          {"This group was merged into "}
          <GroupLink id={merged_into}>{`Group ${merged_into}`}</GroupLink>.
        </Notice>
      )}
      {resolving && <Notice tone="info">{resolvingText(resolving)}</Notice>}
    </>
  );
}

function GroupFigures({ group }: { group: ErrorGroupDetails }) {
  const { open, total, stations, stations_maintained, first_seen, last_seen } = group;
  const figures = [
    { label: "Open", value: wholeNumber(open) },
    { label: "Total", value: wholeNumber(total) },
    { label: "Stations", value: wholeNumber(stations), note: maintainedText(stations_maintained, stations) },
    { label: "First seen", value: <Age since={first_seen} /> },
    { label: "Last seen", value: <Age since={last_seen} /> },
  ];
  return <Figures figures={figures} className={styles.figures} />;
}
