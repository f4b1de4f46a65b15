import { useMemo } from "react";
import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultSsotViewSettings, viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { isTableKey, StationConfigPage } from "../configs/index.ts";
import { useConsole } from "../console/index.ts";
import { SwapCountsPage } from "../stats/index.ts";
import { TabLinks } from "../ui/index.ts";
import { EntriesPage } from "./entries-page.tsx";
import { ssotPages, ssotSettings, type SsotPageName } from "./pages.ts";
import styles from "./ssot-page.module.css";

const labels: Record<SsotPageName, string> = {
  "": "Station Config",
  "hw-variation": "Hardware Variation",
  replaceables: "Replaceables",
  swaps: "Swap Counts",
};

/** The query key of the column that Swap Counts is sorted by. */
const SWAP_SORT = "ssot-swaps-sort";

type Query = Readonly<Record<string, string>>;

type SsotPageProps = { page: SsotPageName; user: SessionUser; query: Query; onQuery: (query: Query) => void };

/** The SSoT area: the configurations, hardware, replaceables and swap counts of stations. */
export function SsotPage({ page, user, query, onQuery }: SsotPageProps) {
  const { brand } = useConsole();
  // Long tables are computed from these objects, so they keep their identity while the address does not change.
  const table = useMemo(() => Object.fromEntries(Object.entries(query).filter(([key]) => isTableKey(key))), [query]);
  const settings = useMemo(() => ssotSettings(query), [query]);
  const { [SWAP_SORT]: sort, ...unsorted } = table;
  const settingsQuery = (settings: ViewSettings) => viewSettingsToQuery(settings, defaultSsotViewSettings);

  return (
    <>
      <title>{`${labels[page]} · ${brand.product}`}</title>
      <h1 className={styles.title}>SSoT</h1>
      <TabLinks label="SSoT" className={styles.tabs}>
        {ssotPages(user).map((name) => (
          <Link
            key={name}
            to={name === "" ? "/ssot" : `/ssot/${name}`}
            search={true}
            activeOptions={{ includeSearch: false, exact: true }}
          >
            {labels[name]}
          </Link>
        ))}
      </TabLinks>
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
