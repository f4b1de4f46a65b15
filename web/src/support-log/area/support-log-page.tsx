import { useMemo } from "react";
import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { triageCount } from "@groundcrew/shared/station-errors";
import { IconAlertTriangle, IconNotes, IconTags, type Icon as TablerIcon } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { useFleet } from "../../fleet/index.ts";
import { GroupsPage } from "../../error-groups/index.ts";
import { useView } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { Icon, TabLinks } from "../../ui/index.ts";
import dialogStyles from "../support-log-dialog.module.css";
import { supportLogPages, type SupportLogPageName } from "../pages.ts";
import { queueView, rememberedTriageView } from "../view.ts";
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
  /** The id of the entry in the address. */
  target: number | null;
};

/** The support log area: entries, triage queue and tags of all stations. */
export function SupportLogPage({ page, user, target }: SupportLogPageProps) {
  const queue = useView(queueView);
  const { brand } = useConsole();
  const fleetQuery = useFleet({ user, parts: page === "triage" && queue.view.all ? WITH_RETIRED : NO_PARTS });
  const rows = fleetQuery.fleet?.stations.rows;
  const count = useMemo(() => rows && triageCount(rows.values(), brand), [rows, brand]);
  const tab = page === "groups" ? "triage" : page;
  if (tab === "print") return <PrintPage fleet={fleetQuery.fleet} by={user.name || user.email} />;

  return (
    <>
      <title>{`${pages[tab].label} · ${brand.product}`}</title>
      <h1 className={styles.title}>Support Log</h1>
      <TabLinks label="Support log" className={styles.tabs}>
        {supportLogPages.map((name) => (
          <Link
            key={name}
            to={name === "triage" ? triagePath(rememberedTriageView(localStorage)) : `/supportlog/${name}`}
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
        <EntriesPage fleet={fleetQuery.fleet} fleetFreshness={fleetQuery.freshness} target={target} />
      )}
      {page === "triage" && <TriagePage fleetQuery={fleetQuery} view={queue} />}
      {page === "groups" && (
        <GroupsPage>
          <TriageSwitch view="groups" />
        </GroupsPage>
      )}
      {page === "tags" && <TagsPage />}
    </>
  );
}
