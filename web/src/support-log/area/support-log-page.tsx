import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { triageCount } from "@groundcrew/shared/station-errors";
import { IconAlertTriangle, IconNotes, IconTags, type Icon as TablerIcon } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { useFleet } from "../../fleet/index.ts";
import { Icon, TabLinks } from "../../ui/index.ts";
import { supportLogPlaces, type SupportLogPlace, type SupportLogView } from "../place.ts";
import dialogStyles from "../support-log-dialog.module.css";
import { EntriesPage } from "./entries-page.tsx";
import { PrintPage } from "./print-page.tsx";
import styles from "./support-log-page.module.css";
import { TagsPage } from "./tags-page.tsx";
import { TriagePage } from "./triage-page.tsx";

const signs: Record<(typeof supportLogPlaces)[number], { label: string; icon: TablerIcon }> = {
  entries: { label: "Support Log", icon: IconNotes },
  triage: { label: "Error Triage", icon: IconAlertTriangle },
  tags: { label: "Tags", icon: IconTags },
};

const NO_PARTS = [] as const;
const RETIRED_TOO = ["retired"] as const;

type SupportLogPageProps = {
  place: SupportLogPlace;
  user: SessionUser;
  view: SupportLogView;
  /** Id of the entry that the address leads to. */
  target: number | null;
  onView: (view: SupportLogView) => void;
};

/** What waits for the support team, over all stations. */
export function SupportLogPage({ place, user, view, target, onView }: SupportLogPageProps) {
  const { brand } = useConsole();
  const of = useFleet({ user, parts: place === "triage" && view.isWhole ? RETIRED_TOO : NO_PARTS });
  if (place === "print") return <PrintPage fleet={of.fleet} view={view} by={user.name || user.email} onView={onView} />;
  const count = of.fleet && triageCount([...of.fleet.stations.values()], brand);

  return (
    <>
      <title>{`${signs[place].label} · ${brand.product}`}</title>
      <h1 className={styles.title}>Support Log</h1>
      <TabLinks label="Support log" className={styles.tabs}>
        {supportLogPlaces.map((name) => (
          <Link
            key={name}
            to="/supportlog/$"
            params={{ _splat: name }}
            search={true}
            activeOptions={{ includeSearch: false }}
            aria-current={name === place ? "page" : undefined}
          >
            <Icon icon={signs[name].icon} />
            {signs[name].label}
            {name === "triage" && count !== undefined && count > 0 && (
              <span className={dialogStyles.badge}>{wholeNumber(count)}</span>
            )}
          </Link>
        ))}
      </TabLinks>
      {place === "entries" && (
        <EntriesPage fleet={of.fleet} fleetFreshness={of.freshness} view={view} target={target} onView={onView} />
      )}
      {place === "triage" && <TriagePage of={of} view={view} onView={onView} />}
      {place === "tags" && <TagsPage />}
    </>
  );
}
