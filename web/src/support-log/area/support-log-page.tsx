import { useMemo } from "react";
import { countListedStations, type ListPart } from "@groundcrew/shared/stations";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { TriageBadge } from "../badges.tsx";
import { triageCount } from "@groundcrew/shared/station-errors";
import { useConsole } from "../../console/index.ts";
import { useFleet } from "../../data/fleet/index.ts";
import { useServerData } from "../../data/index.ts";
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
  const parts = page === "triage" && queue.view.all ? WITH_RETIRED : NO_PARTS;
  const count = useTriageCount(user, parts);
  const tab = page === "groups" ? "triage" : page;
  if (tab === "print") return <PrintPage user={user} />;

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
      {page === "entries" && <EntriesPage user={user} />}
      {page === "triage" && <TriagePage {...{ user, parts }} view={queue} />}
      {page === "groups" && (
        <GroupsPage>
          <TriageSwitch view="groups" />
        </GroupsPage>
      )}
      {page === "tags" && <TagsPage />}
    </>
  );
}

/** How many errors wait for triage; undefined until that is known. */
function useTriageCount(user: SessionUser, parts: readonly ListPart[]): number | undefined {
  const { brand } = useConsole();
  const isInPages = user.lists_in_pages === true;
  const rows = useFleet({ user, parts, isWanted: !isInPages }).fleet?.stations.rows;
  const count = useMemo(() => rows && triageCount(rows.values(), brand), [rows, brand]);
  const counted = useServerData(countListedStations, isInPages ? { query: {} } : null, { isSecondary: true });
  return isInPages ? counted.data?.triage : count;
}
