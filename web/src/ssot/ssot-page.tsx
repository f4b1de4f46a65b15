import { useMemo } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultSsotViewSettings, viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { isTableKey, StationConfigPage } from "../configs/index.ts";
import { PageHead } from "../kit/index.ts";
import { SwapCountsPage } from "../stats/index.ts";
import { type TabLink, TabLinks } from "../ui/index.ts";
import { EntriesPage } from "./entries-page.tsx";
import { ssotPages, ssotSettings, type SsotPageName } from "./pages.ts";

const links: Record<SsotPageName, TabLink> = {
  "": { to: "/ssot", label: "Station Config" },
  "hw-variation": { to: "/ssot/hw-variation", label: "Hardware Variation" },
  replaceables: { to: "/ssot/replaceables", label: "Replaceables" },
  swaps: { to: "/ssot/swaps", label: "Swap Counts" },
};

/** The query key of the column that Swap Counts is sorted by. */
const SWAP_SORT = "ssot-swaps-sort";

type Query = Readonly<Record<string, string>>;

type SsotPageProps = { page: SsotPageName; user: SessionUser; query: Query; onQuery: (query: Query) => void };

/** The SSoT area: the configurations, hardware, replaceables and swap counts of stations. */
export function SsotPage({ page, user, query, onQuery }: SsotPageProps) {
  // Long tables are computed from these objects, so they keep their identity while the address does not change.
  const table = useMemo(() => Object.fromEntries(Object.entries(query).filter(([key]) => isTableKey(key))), [query]);
  const settings = useMemo(() => ssotSettings(query), [query]);
  const { [SWAP_SORT]: sort, ...unsorted } = table;
  const settingsQuery = (settings: ViewSettings) => viewSettingsToQuery(settings, defaultSsotViewSettings);

  return (
    <>
      <PageHead name={links[page].label} title="SSoT" hidesTitle />
      <TabLinks label="SSoT" keepsSettings links={links} tabs={ssotPages(user)} chosen={page} />
      {page === "" && (
        <StationConfigPage
          user={user}
          settings={settings}
          onSettings={(next, table) => onQuery({ ...settingsQuery(next), ...table })}
          query={table}
          onQuery={(table) => onQuery({ ...settingsQuery(settings), ...table })}
        />
      )}
      {(page === "hw-variation" || page === "replaceables") && (
        <EntriesPage
          key={page}
          kind={page === "replaceables" ? "replaceables" : "ssot"}
          user={user}
          settings={settings}
          onSettings={(next) => onQuery({ ...table, ...settingsQuery(next) })}
        />
      )}
      {page === "swaps" && (
        <SwapCountsPage
          user={user}
          settings={settings}
          sort={sort}
          onView={(next, sort) =>
            onQuery({ ...unsorted, ...(sort !== undefined && { [SWAP_SORT]: sort }), ...settingsQuery(next) })
          }
        />
      )}
    </>
  );
}
