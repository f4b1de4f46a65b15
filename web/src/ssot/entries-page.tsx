import { type ComponentProps, useMemo, useState } from "react";
import { shortId } from "@groundcrew/shared/brand";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { entriesCsv } from "@groundcrew/shared/ssot";
import { ssotView, withoutParts, type Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { ValuesOf } from "@groundcrew/shared/view";
import { IconTools } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { NoMatch, useFleet, useMatchingStations } from "../data/fleet/index.ts";
import { ImportLink, Loaded, StationBar, useView } from "../kit/index.ts";
import { csvName, saveCsv } from "../lib/index.ts";
import { useStationTypes } from "../station/index.ts";
import { Empty } from "../ui/index.ts";
import { DraftsGuard, useDrafts } from "./use-drafts.tsx";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import { EntryTable } from "./entry-table.tsx";
import { HistoryDialog } from "./history-dialog.tsx";

/** These pages do not load configurations, so they cannot filter by them. */
const WITHOUT = ["config"] as const;

type EntriesPageProps = {
  kind: EntryKind;
  user: SessionUser;
};

/** The Hardware Variation or Replaceables page: all stations of a type. */
export function EntriesPage({ kind, user }: EntriesPageProps) {
  const { brand } = useConsole();
  const view = useView(ssotView);
  const entries = useEntries({ kind, user, settings: view.view });
  const { fleet, freshness, type, stations, metadata, fields, drafts, save, content } = entries;
  const [history, setHistory] = useState<Station | null>(null);
  const { title, csv, latestOf } = entryKinds[kind];

  function handleCsv() {
    if (!stations || !fields) return;
    const rows = stations.map((station) => ({
      id: shortId(station.name, brand),
      serial_number: station.serial_number,
      entry: latestOf(station),
    }));
    saveCsv(csvName(`${csv}_${type}`, Date.now()), entriesCsv(fields, rows));
  }

  return (
    <>
      <StationBar
        view={view}
        without={WITHOUT}
        freshness={freshness}
        onReload={() => void content.refetch()}
        count={stations?.length}
        onCsv={stations && stations.length > 0 && fields ? handleCsv : null}
        end={user.can_admin && <ImportLink kind={kind} type={type} />}
      />
      <DraftsGuard {...{ kind, drafts, stations: fleet?.stations, visible: stations }} />
      <Loaded
        query={content}
        content={title}
        isEmpty={stations?.length === 0}
        empty={
          <NoEntries
            {...{ kind, type }}
            onChange={view.change}
            hasStations={hasStationsOfType(fleet?.stations, type)}
          />
        }
      >
        {(table) => (
          <EntryTable
            key={type}
            {...{ kind, drafts, ...table }}
            canWrite={user.can_admin}
            onSave={save}
            onHistory={setHistory}
          />
        )}
      </Loaded>
      {history && metadata && <HistoryDialog station={history} metadata={metadata} onClose={() => setHistory(null)} />}
    </>
  );
}

function hasStationsOfType(stations: ReadonlyMap<string, Station> | undefined, type: StationType): boolean {
  return [...(stations?.values() ?? [])].some(({ station_type }) => station_type === type);
}

type NoEntriesProps = ComponentProps<typeof NoMatch> & {
  kind: EntryKind;
  type: StationType;
  /** Whether there are stations of the type, so that only the filters leave the table empty. */
  hasStations: boolean;
};

/** The empty state of the table. */
function NoEntries({ kind, type, hasStations, onChange }: NoEntriesProps) {
  const { empty } = entryKinds[kind];
  if (hasStations) return <NoMatch onChange={onChange} />;
  return <Empty icon={IconTools} sentence={type === FIRST_TYPE ? empty.first : empty.others} />;
}

const PARTS = { admin: ["ssot", "replaceables"], others: ["ssot"] } as const;

/** The default station type of the tables. */
const FIRST_TYPE = "atlas";

type EntriesOptions = { kind: EntryKind; user: SessionUser; settings: ValuesOf<typeof ssotView> };

/** The content of a table of entries: the matching stations, the fields, and the drafts. */
function useEntries({ kind, user, settings }: EntriesOptions) {
  const { fleet, error, isFetching, freshness, refresh } = useFleet({
    user,
    parts: PARTS[user.can_admin ? "admin" : "others"],
  });
  const applicable = useMemo(() => ({ ...settings, filters: withoutParts(settings.filters, WITHOUT) }), [settings]);
  const stations = useMatchingStations(fleet, applicable);
  const type = settings.stationType;
  const types = useStationTypes();
  const metadata = types.data?.[type];
  const fields = useMemo(() => {
    const entries = (stations ?? []).flatMap((station) => entryKinds[kind].latestOf(station) ?? []);
    return metadata && entryKinds[kind].fieldsOf(metadata, entries);
  }, [kind, metadata, stations]);
  const drafts = useDrafts({ user, kind, stations: fleet?.stations });

  return {
    fleet,
    freshness,
    type,
    stations,
    metadata,
    fields,
    ...drafts,
    content: {
      data: stations && fields && { stations, fields },
      error: fleet ? types.error : error,
      isFetching: isFetching || types.isFetching,
      refetch: () => Promise.all([types.error && types.refetch(), refresh()]),
    },
  };
}
