import {
  checkPrecondition,
  listSsotEntries,
  revisionTag,
  saveReplaceables,
  saveSsotEntry,
  type FieldValue,
  type SavedEntry,
} from "@groundcrew/shared/ssot";
import { getStation, listStations, type Station } from "@groundcrew/shared/stations";
import { Rejection, type FakeServer } from "./fake-server.ts";

const FIRST = Date.UTC(2026, 4, 1);

type Fields = Record<string, FieldValue>;
type Kind = "ssot" | "replaceables";

type Checked = { fields: Fields; ifMatch: string | undefined };

/** What a test saves before it starts: the fields of a station's first revision. */
type Saved = Partial<Record<Kind, Fields>>;

/** Serves the SSoT entries and replaceables of stations. A save that is not based on the latest revision gets a 412. */
export function serveSsot(server: FakeServer, stations: readonly Station[], saved: Record<string, Saved> = {}) {
  const revisions = { ssot: new Map<string, SavedEntry[]>(), replaceables: new Map<string, SavedEntry[]>() };
  let seconds = 0;

  /** Saves a revision as some other user. */
  function save(kind: Kind, name: string, fields: Fields): SavedEntry {
    seconds += 1;
    const entry: SavedEntry = { ...fields, created: new Date(FIRST + seconds * 1_000).toISOString() };
    revisions[kind].set(name, [entry, ...(revisions[kind].get(name) ?? [])]);
    return entry;
  }

  function latestRevision(kind: Kind, name: string): SavedEntry | null {
    return revisions[kind].get(name)?.[0] ?? null;
  }

  function withEntries(station: Station): Station {
    const { name } = station;
    return {
      ...station,
      rev: station.rev + seconds,
      ssot_latest: latestRevision("ssot", name),
      replaceables_latest: latestRevision("replaceables", name),
    };
  }

  /** Saves a revision that is based on the one that the request names. */
  function saveChecked(kind: Kind, name: string, { fields, ifMatch }: Checked): SavedEntry {
    const created = latestRevision(kind, name)?.created ?? null;
    if (checkPrecondition({ ifMatch, ifUnmodifiedSince: undefined }, created, Date.now()) !== "current") {
      throw new Rejection(412, "There is a newer revision.");
    }
    return save(kind, name, fields);
  }

  for (const [name, { ssot, replaceables }] of Object.entries(saved)) {
    if (ssot) save("ssot", name, ssot);
    if (replaceables) save("replaceables", name, replaceables);
  }
  server.on(listStations, async () => ({
    status: 200 as const,
    body: stations.map(withEntries),
    headers: { etag: `"${seconds}"`, "x-as-of": new Date().toISOString() },
  }));
  server.on(getStation, async ({ params }) => {
    const station = stations.find(({ name }) => name === params.station);
    if (!station) throw new Rejection(404, "There is no such station.");
    return { status: 200 as const, body: withEntries(station) };
  });
  server.on(listSsotEntries, async ({ params }) => ({
    status: 200 as const,
    body: revisions.ssot.get(params.station) ?? [],
  }));
  server.on(saveSsotEntry, async ({ params, headers, body }) => {
    const entry = saveChecked("ssot", params.station, { fields: body, ifMatch: headers["if-match"] });
    return { status: 200 as const, body: entry, headers: { etag: revisionTag(entry.created) } };
  });
  server.on(saveReplaceables, async ({ params, headers, body }) => {
    const entry = saveChecked("replaceables", params.station, { fields: body, ifMatch: headers["if-match"] });
    return { status: 200 as const, body: entry, headers: { etag: revisionTag(entry.created) } };
  });
  return { save, latestRevision };
}
