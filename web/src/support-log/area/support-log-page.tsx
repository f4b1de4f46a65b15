import { useMemo } from "react";
import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { triageCount } from "@groundcrew/shared/station-errors";
import { IconAlertTriangle, IconNotes, IconTags, type Icon as TablerIcon } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { useFleet } from "../../fleet/index.ts";
import { GroupsPage, groupsQuery, type GroupsQuery } from "../../error-groups/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { Icon, TabLinks } from "../../ui/index.ts";
import dialogStyles from "../support-log-dialog.module.css";
import {
  rememberedTriageView,
  supportLogPages,
  supportLogQuery,
  supportLogView,
  type SupportLogPageName,
  type SupportLogQuery,
  type SupportLogView,
} from "../view.ts";
import { EntriesPage } from "./entries-page.tsx";
import { PrintPage } from "./print-page.tsx";
import styles from "./support-log.module.css";
import { TagsPage } from "./tags-page.tsx";
import { TriagePage } from "./triage-page.tsx";
import { triagePath, TriageSwitch } from "./triage-switch.tsx";

const pages: Record<(typeof supportLogPages)[number], { label: string; icon: TablerIcon }> = {
  entries: { label: "Support Log", icon: IconNotes },
  triage: { label: "Error Triage", icon: IconAlertTriangle },
  tags: { label: "Tags", icon: IconTags },
};

const NO_PARTS = [] as const;
const WITH_RETIRED = ["retired"] as const;

type SupportLogPageProps = {
  page: SupportLogPageName;
  user: SessionUser;
  /** The settings in the address. */
  query: SupportLogQuery & GroupsQuery;
  /** The id of the entry in the address. */
  target: number | null;
  onQuery: (query: SupportLogQuery & GroupsQuery) => void;
};

/** The support log area: entries, triage queue and tags of all stations. */
export function SupportLogPage({ page, user, query, target, onQuery }: SupportLogPageProps) {
  const { view, groups, onView, onGroups } = useViews(query, onQuery);
  const { brand } = useConsole();
  const fleetQuery = useFleet({ user, parts: page === "triage" && view.includeAll ? WITH_RETIRED : NO_PARTS });
  const rows = fleetQuery.fleet?.stations.rows;
  const count = useMemo(() => rows && triageCount(rows.values(), brand), [rows, brand]);
  const tab = page === "groups" ? "triage" : page;
  if (tab === "print")
    return <PrintPage fleet={fleetQuery.fleet} view={view} by={user.name || user.email} onView={onView} />;

  return (
    <>
      <title>{`${pages[tab].label} · ${brand.product}`}</title>
      <h1 className={styles.title}>Support Log</h1>
      <TabLinks label="Support log" className={styles.tabs}>
        {supportLogPages.map((name) => (
          <Link
            key={name}
            to="/supportlog/$"
            params={{ _splat: name === "triage" ? triagePath(rememberedTriageView(localStorage)) : name }}
            search={true}
            activeOptions={{ includeSearch: false }}
            aria-current={name === tab ? "page" : undefined}
          >
            <Icon icon={pages[name].icon} />
            {pages[name].label}
            {name === "triage" && count !== undefined && count > 0 && (
              <span className={dialogStyles.badge}>{wholeNumber(count)}</span>
            )}
          </Link>
        ))}
      </TabLinks>
      {page === "entries" && (
        <EntriesPage
          fleet={fleetQuery.fleet}
          fleetFreshness={fleetQuery.freshness}
          view={view}
          target={target}
          onView={onView}
        />
      )}
      {page === "triage" && <TriagePage fleetQuery={fleetQuery} view={view} onView={onView} />}
      {page === "groups" && (
        <GroupsPage
          query={groups}
          onQuery={onGroups}
          includeAll={view.includeAll}
          onIncludeAll={(includeAll) => onView({ ...view, includeAll })}
        >
          <TriageSwitch view="groups" />
        </GroupsPage>
      )}
      {page === "tags" && <TagsPage />}
    </>
  );
}

/** The settings of the area's pages. Each page keeps those of the others. */
function useViews(query: SupportLogPageProps["query"], onQuery: SupportLogPageProps["onQuery"]) {
  const view = useMemo(() => supportLogView(query), [query]);
  const groups: GroupsQuery = useMemo(() => ({ ...groupsQuery(query), own: view.own }), [query, view]);
  return {
    view,
    groups,
    onView: (next: SupportLogView) => onQuery({ ...groupsQuery(query), ...supportLogQuery(next) }),
    onGroups: ({ own = "all", ...next }: GroupsQuery) => onQuery({ ...next, ...supportLogQuery({ ...view, own }) }),
  };
}
