import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { triageCount } from "@groundcrew/shared/station-errors";
import { IconAlertTriangle, IconNotes, IconTags, type Icon as TablerIcon } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { useFleet } from "../../fleet/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { Icon, TabLinks } from "../../ui/index.ts";
import dialogStyles from "../support-log-dialog.module.css";
import { supportLogPages, type SupportLogPageName, type SupportLogView } from "../view.ts";
import { EntriesPage } from "./entries-page.tsx";
import { PrintPage } from "./print-page.tsx";
import styles from "./support-log.module.css";
import { TagsPage } from "./tags-page.tsx";
import { TriagePage } from "./triage-page.tsx";

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
  view: SupportLogView;
  /** The id of the entry in the address. */
  target: number | null;
  onView: (view: SupportLogView) => void;
};

/** The support log area: entries, triage queue and tags of all stations. */
export function SupportLogPage({ page, user, view, target, onView }: SupportLogPageProps) {
  const { brand } = useConsole();
  const fleetQuery = useFleet({ user, parts: page === "triage" && view.includeAll ? WITH_RETIRED : NO_PARTS });
  if (page === "print")
    return <PrintPage fleet={fleetQuery.fleet} view={view} by={user.name || user.email} onView={onView} />;
  const count = fleetQuery.fleet && triageCount([...fleetQuery.fleet.stations.values()], brand);

  return (
    <>
      <title>{`${pages[page].label} · ${brand.product}`}</title>
      <h1 className={styles.title}>Support Log</h1>
      <TabLinks label="Support log" className={styles.tabs}>
        {supportLogPages.map((name) => (
          <Link
            key={name}
            to="/supportlog/$"
            params={{ _splat: name }}
            search={true}
            activeOptions={{ includeSearch: false }}
            aria-current={name === page ? "page" : undefined}
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
      {page === "tags" && <TagsPage />}
    </>
  );
}
