import { type ComponentProps, useMemo, useState } from "react";
import { shortId } from "@groundcrew/shared/brand";
import { toCsv } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { newRow, shownValue, type SsotField } from "@groundcrew/shared/ssot";
import { ssotView, withoutParts, type Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { ValuesOf } from "@groundcrew/shared/view";
import { IconTools } from "@tabler/icons-react";
import { errorSentence } from "../data/api/index.ts";
import { useConsole } from "../console/index.ts";
import { NoMatch, useFleet, useMatchingStations } from "../data/fleet/index.ts";
import { StationBar, useView } from "../kit/index.ts";
import { csvName, saveCsv } from "../lib/index.ts";
import { useStationTypes } from "../station/index.ts";
import { Empty, Failed, Loading } from "../ui/index.ts";
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
  const { fleet, freshness, type, stations, metadata, fields, drafts, save, failure, reload } = entries;
  const [history, setHistory] = useState<Station | null>(null);
  const { title, csv } = entryKinds[kind];

  function handleCsv() {
    if (!stations || !fields) return;
    const stationId = ({ name }: Station) => shortId(name, brand);
    saveCsv(csvName(`${csv}_${type}`, Date.now()), entriesCsv(kind, { stations, fields, stationId }));
  }

  return (
    <>
      <StationBar
        view={view}
        without={WITHOUT}
        freshness={freshness}
        onReload={reload}
        count={stations?.length}
        onCsv={stations && stations.length > 0 && fields ? handleCsv : null}
      />
      <DraftsGuard {...{ kind, drafts, stations: fleet?.stations, visible: stations }} />
      {stations && stations.length === 0 ? (
        <NoEntries {...{ kind, type }} onChange={view.change} hasStations={hasStationsOfType(fleet?.stations, type)} />
      ) : stations && fields ? (
        <EntryTable
          key={type}
          {...{ kind, stations, fields, drafts }}
          canWrite={user.can_admin}
          onSave={save}
          onHistory={setHistory}
        />
      ) : failure ? (
        <Failed sentence={`Loading ${title} failed`} reason={errorSentence(failure)} onReload={reload} />
      ) : (
        <Loading />
      )}
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

type CsvTable = { stations: readonly Station[]; fields: readonly SsotField[]; stationId: (station: Station) => string };

/** The content of the file that Download CSV saves: what is saved on the server, without unsaved edits. */
function entriesCsv(kind: EntryKind, { stations, fields, stationId }: CsvTable): string {
  const head = ["Dashboard ID", "Serial Number", ...fields.map(({ label }) => label)];
  const rows = stations.map((station) => {
    const row = newRow(entryKinds[kind].latestOf(station));
    const cells = fields.map((field) => {
      const value = shownValue(row, field.name);
      return field.kind === "flag" ? String(value === true).toUpperCase() : value;
    });
    return [stationId(station), station.serial_number, ...cells];
  });
  return toCsv(head, rows);
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
    /** Why the table could not be loaded; null otherwise. */
    failure: isFetching || types.isFetching ? null : fleet ? types.error : error,
    reload: () => {
      if (types.error) void types.refetch();
      void refresh();
    },
  };
}
