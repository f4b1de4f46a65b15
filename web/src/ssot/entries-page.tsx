import { type ComponentProps, useCallback, useMemo, useState } from "react";
import { shortId } from "@groundcrew/shared/brand";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { entriesCsv } from "@groundcrew/shared/ssot";
import { ssotView, withoutParts, type Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { ValuesOf } from "@groundcrew/shared/view";
import { IconTools } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { NoMatch, useTableStations } from "../data/fleet/index.ts";
import { ImportLink, Loaded, LoadedPart, StationBar, useView } from "../kit/index.ts";
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
  const { known, freshness, type, stations, part, metadata, drafts, save, content } = entries;
  const [history, setHistory] = useState<Station | null>(null);
  const { title, csv, latestOf } = entryKinds[kind];

  async function readCsv(): Promise<string> {
    const all = await entries.readAll();
    const rows = all.map((station) => ({
      id: shortId(station.name, brand),
      serial_number: station.serial_number,
      entry: latestOf(station),
    }));
    return entriesCsv(entries.fieldsOf(all) ?? [], rows);
  }

  return (
    <>
      <StationBar
        view={view}
        without={WITHOUT}
        freshness={freshness}
        onReload={() => void content.refetch()}
        count={part?.total ?? stations?.length}
        csv={stations && stations.length > 0 && metadata ? { name: `${csv}_${type}`, read: readCsv } : null}
        end={user.can_admin && <ImportLink kind={kind} type={type} />}
      />
      <DraftsGuard {...{ kind, drafts, stations: known, visible: stations }} />
      <Loaded
        query={content}
        content={title}
        isEmpty={stations?.length === 0}
        empty={
          <NoEntries
            {...{ kind, type }}
            onChange={view.change}
            hasStations={part ? ssotView.filtered(view.view).length > 0 : hasStationsOfType(known, type)}
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
            part={part}
          />
        )}
      </Loaded>
      <LoadedPart
        part={part}
        of={kind === "replaceables" ? "Columns and sums are of these." : "Columns are of these."}
      />
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
  const applicable = useMemo(() => ({ ...settings, filters: withoutParts(settings.filters, WITHOUT) }), [settings]);
  const table = useTableStations({ user, parts: PARTS[user.can_admin ? "admin" : "others"], settings: applicable });
  const { known, stations, error, isFetching, refresh } = table;
  const type = settings.stationType;
  const types = useStationTypes();
  const metadata = types.data?.[type];
  const fieldsOf = useCallback(
    (some: readonly Station[]) => {
      const entries = some.flatMap((station) => entryKinds[kind].latestOf(station) ?? []);
      return metadata && entryKinds[kind].fieldsOf(metadata, entries);
    },
    [kind, metadata],
  );
  const fields = useMemo(() => fieldsOf(stations ?? []), [fieldsOf, stations]);
  const drafts = useDrafts({ user, kind, stations: known });

  return {
    ...table,
    type,
    metadata,
    fieldsOf,
    ...drafts,
    content: {
      data: stations && fields && { stations, fields },
      error: known ? types.error : error,
      isFetching: isFetching || types.isFetching,
      refetch: () => Promise.all([types.error && types.refetch(), refresh()]),
    },
  };
}
