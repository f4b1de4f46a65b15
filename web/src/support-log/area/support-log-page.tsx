import { useMemo } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { TriageBadge } from "../badges.tsx";
import { triageCount } from "@groundcrew/shared/station-errors";
import { useConsole } from "../../console/index.ts";
import { useFleet } from "../../data/fleet/index.ts";
import { GroupsPage } from "../../error-groups/index.ts";
import { PageHead, useView } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { TabLinks } from "../../ui/index.ts";
import { queueView, rememberedTriageView } from "../view.ts";
import { supportLogLinks as links, type SupportLogPageName } from "../links.ts";
import { EntriesPage } from "./entries-page.tsx";
import { PrintPage } from "./print-page.tsx";
import { TagsPage } from "./tags-page.tsx";
import { TriagePage } from "./triage-page.tsx";
import { triagePath, TriageSwitch } from "./triage-switch.tsx";

const tabs = ["entries", "triage", "tags"] as const;

const NO_PARTS = [] as const;
const WITH_RETIRED = ["retired"] as const;

type SupportLogPageProps = {
  page: SupportLogPageName;
  user: SessionUser;
};

/** The support log area: entries, triage queue and tags of all stations. */
export function SupportLogPage({ page, user }: SupportLogPageProps) {
  const queue = useView(queueView);
  const { brand } = useConsole();
  const fleetQuery = useFleet({ user, parts: page === "triage" && queue.view.all ? WITH_RETIRED : NO_PARTS });
  const rows = fleetQuery.fleet?.stations.rows;
  const count = useMemo(() => rows && triageCount(rows.values(), brand), [rows, brand]);
  const tab = page === "groups" ? "triage" : page;
  if (tab === "print") return <PrintPage fleet={fleetQuery.fleet} by={user.name || user.email} />;

  return (
    <>
      <PageHead name={links[tab].label} title="Support Log" />
      <TabLinks
        label="Support log"
        keepsSettings
        links={{ ...links, triage: { ...links.triage, to: triagePath(rememberedTriageView(localStorage)) } }}
        tabs={tabs}
        chosen={tab}
        badges={{ triage: count ? <TriageBadge>{wholeNumber(count)}</TriageBadge> : null }}
      />
      {page === "entries" && <EntriesPage fleet={fleetQuery.fleet} fleetFreshness={fleetQuery.freshness} />}
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
