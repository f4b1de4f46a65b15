import { useMemo } from "react";
import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { defaultSsotViewSettings, viewSettingsToQuery, type ViewSettings } from "@groundcrew/shared/stations";
import { isTableKey, StationConfigPage } from "../configs/index.ts";
import { useConsole } from "../console/index.ts";
import { SwapCountsPage } from "../stats/index.ts";
import { TabLinks } from "../ui/index.ts";
import { EntriesPage } from "./entries-page.tsx";
import { ssotPlaces, ssotSettings, type SsotPlace } from "./place.ts";
import styles from "./ssot-page.module.css";

const labels: Record<SsotPlace, string> = {
  "": "Station Config",
  "hw-variation": "Hardware Variation",
  replaceables: "Replaceables",
  swaps: "Swap Counts",
};

/** Query key of the column that Swap Counts are sorted by. */
const SWAP_SORT = "ssot-swaps-sort";

type Query = Readonly<Record<string, string>>;

type SsotPageProps = { place: SsotPlace; user: SessionUser; query: Query; onQuery: (query: Query) => void };

/** The single source of truth about stations: how each is configured, built and worn. */
export function SsotPage({ place, user, query, onQuery }: SsotPageProps) {
  const { brand } = useConsole();
  // Long tables are worked out from these, so they stay the same while the address does.
  const table = useMemo(() => Object.fromEntries(Object.entries(query).filter(([key]) => isTableKey(key))), [query]);
  const settings = useMemo(() => ssotSettings(query), [query]);
  const { [SWAP_SORT]: sort, ...unsorted } = table;
  const spelled = (settings: ViewSettings) => viewSettingsToQuery(settings, defaultSsotViewSettings);

  return (
    <>
      <title>{`${labels[place]} · ${brand.product}`}</title>
      <h1 className={styles.title}>SSoT</h1>
      <TabLinks label="SSoT" className={styles.tabs}>
        {ssotPlaces(user).map((name) => (
          <Link
            key={name}
            to="/ssot/$"
            params={{ _splat: name }}
            search={true}
            activeOptions={{ includeSearch: false, exact: true }}
          >
            {labels[name]}
          </Link>
        ))}
      </TabLinks>
      {place === "" && (
        <StationConfigPage
          user={user}
          settings={settings}
          onSettings={(next, table) => onQuery({ ...spelled(next), ...table })}
          query={table}
          onQuery={(table) => onQuery({ ...spelled(settings), ...table })}
        />
      )}
      {(place === "hw-variation" || place === "replaceables") && (
        <EntriesPage
          key={place}
          kind={place === "replaceables" ? "replaceables" : "ssot"}
          user={user}
          settings={settings}
          onSettings={(next) => onQuery({ ...table, ...spelled(next) })}
        />
      )}
      {place === "swaps" && (
        <SwapCountsPage
          user={user}
          settings={settings}
          sort={sort}
          onView={(next, sort) =>
            onQuery({ ...unsorted, ...(sort !== undefined && { [SWAP_SORT]: sort }), ...spelled(next) })
          }
        />
      )}
    </>
  );
}
