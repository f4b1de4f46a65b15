import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { CallFailure } from "./failure.ts";

/**
 * The key of every query to the server. Invalidating a key also invalidates the keys that begin with it, so `stationErrors.all` matches the error
 * lists of all stations. The values of different users are kept apart by `forgetSession`, which empties the cache.
 */
export const queryKeys = {
  console: ["console"] as const,

  session: {
    current: ["session"] as const,
    recheck: ["session-again"] as const,
    ended: ["session-ended"] as const,
  },

  // Lists of stations, by the optional parts that were requested with them.
  stations: {
    all: ["stations"] as const,
    forUser: (email: string) => ["stations", email] as const,
    list: (email: string, parts: string) => ["stations", email, parts] as const,
  },
  firstStations: (email: string, view: object) => ["first-stations", email, view] as const,
  stationTypes: ["station-types"] as const,

  // One station.
  station: (name: string) => ["station", name] as const,
  stationEntries: (name: string) => ["station-entries", name] as const,
  maintenance: (name: string) => ["maintenance", name] as const,
  maintenanceWindow: (name: string, id: number) => ["maintenance", name, id] as const,
  stationNotices: (name: string) => ["station-notices", name] as const,
  snapshot: (name: string) => ["snapshot", name] as const,
  cameras: (name: string) => ["cameras", name] as const,
  cameraImages: {
    forStation: (name: string) => ["camera-image", name] as const,
    forCamera: (name: string, camera: string) => ["camera-image", name, camera] as const,
  },
  configs: {
    forStation: (name: string) => ["station-configs", name] as const,
    older: (type: string) => ["older-configs", type] as const,
  },
  ssotHistory: (name: string, latest: string | undefined) => ["ssot-history", name, latest] as const,
  stationHistory: {
    forStation: (name: string) => ["station-history", name] as const,
    range: (name: string, shipped: string | null, range: string) => ["station-history", name, shipped, range] as const,
  },
  minuteErrors: (name: string, minute: string) => ["minute-errors", name, minute] as const,

  stationErrors: {
    all: ["station-errors"] as const,
    forStation: (name: string) => ["station-errors", "station", name] as const,
    log: (name: string) => ["station-errors", "station", name, "log"] as const,
    latest: (name: string) => ["station-errors", "station", name, "latest"] as const,
    triage: (name: string, time: string) => ["station-errors", "station", name, "triage", time] as const,
    forEntry: (entry: number) => ["station-errors", "entry", entry] as const,
  },

  // Groups of station errors. What is about one group begins with the key of that group.
  errorGroups: {
    all: ["error-groups"] as const,
    firmwares: (id: number) => ["error-groups", id, "firmwares"] as const,
    pattern: (pattern: string, jobType: string | null) => ["error-groups", "pattern", pattern, jobType] as const,
    list: (view: object) => ["error-groups", "list", view] as const,
    summary: (ids: string, includeAll: boolean) => ["error-groups", "summary", ids, includeAll] as const,
    filters: ["error-groups", "filters"] as const,
    one: (id: number) => ["error-groups", id] as const,
    part: (id: number, part: string) => ["error-groups", id, part] as const,
  },

  supportLog: {
    forStation: (name: string) => ["support-log", "station", name] as const,
    allStations: ["support-log", "all"] as const,
    since: (time: string) => ["support-log", "all", time] as const,
    tags: ["support-log", "tags"] as const,
  },

  ownership: {
    all: ["ownership"] as const,
    stations: ["ownership", "stations"] as const,
    incidents: ["ownership", "incidents"] as const,
    people: ["ownership", "people"] as const,
    history: (kind: string, subject: string) => ["ownership", "history", kind, subject] as const,
  },

  viewers: (kind: string, subject: string) => ["viewers", kind, subject] as const,

  // Alerts and their rules.
  alerts: {
    all: ["alerts"] as const,
    list: (view: object) => ["alerts", "list", view] as const,
    summary: ["alerts", "summary"] as const,
    one: (id: number) => ["alerts", "one", id] as const,
    ofStation: (name: string, which: string) => ["alerts", "station", name, which] as const,
    deliveries: (id: number) => ["alerts", "deliveries", id] as const,
  },
  alertRules: {
    all: ["alert-rules"] as const,
    list: (whose: string, search: string) => ["alert-rules", "list", whose, search] as const,
    one: (id: number) => ["alert-rules", "one", id] as const,
    uncovered: ["alert-rules", "uncovered"] as const,
    people: (orgId: number) => ["alert-rules", "people", orgId] as const,
  },
  // Not below the rules: what one rule would do does not depend on others.
  rulePreview: (draft: string) => ["alert-rule-preview", draft] as const,
  channels: {
    all: ["channels"] as const,
    ofOrganization: (orgId: number | null) => ["channels", orgId] as const,
  },
  audit: {
    acts: (view: object) => ["audit", "acts", view] as const,
    act: (id: number, entries: number) => ["audit", "act", id, entries] as const,
    actors: (orgId: string) => ["audit", "actors", orgId] as const,
  },

  notifications: {
    all: ["notifications"] as const,
    deliveries: (view: object) => ["notifications", "deliveries", view] as const,
    delivery: (id: number) => ["notifications", "delivery", id] as const,
    givenUp: ["notifications", "given up"] as const,
    mine: ["notifications", "mine"] as const,
    devices: ["notifications", "devices"] as const,
  },

  system: {
    all: ["system"] as const,
    overview: ["system", "overview"] as const,
    status: ["system", "status"] as const,
  },

  // The whole fleet.
  fleetHistory: ["organization-history"] as const,
  organizationActions: ["organization-actions"] as const,
  swapStats: ["swap-stats"] as const,
  linkIssues: (list: "rejected" | "invalid" | "limited" | "quarantine" | "restore") => ["link", list] as const,
  broker: ["link", "broker"] as const,
  violations: ["security", "violations"] as const,
  backups: ["backups"] as const,

  organizations: {
    all: ["organizations"] as const,
    counted: ["organizations", "counted"] as const,
  },
  users: (orgId: number) => ["users", orgId] as const,
  apiKeys: (orgId: number) => ["api-keys", orgId] as const,
};

/** The cache entry of a conditional query: a value, and the entity tag of its response. */
type Tagged<Value> = { value: Value; etag: string | null };

type Headers = { get(name: string): string | null };
type ConditionalResponse<Body> = { body: Body; headers: Headers };
type RequestOptions = { headers: { "if-none-match"?: string }; signal: AbortSignal };
type QueryContext = { client: QueryClient; signal: AbortSignal };

type ConditionalQuery<Key, Body, Value> = {
  queryKey: Key;
  /** Sends the request with the given headers. A response without a body says that nothing has changed. */
  request: (options: RequestOptions) => Promise<ConditionalResponse<Body>>;
  /** Converts a new body to the cached value. */
  read: (body: NonNullable<Body>, signal: AbortSignal) => Value | Promise<Value>;
};

/**
 * Options of a query that requests only what has changed: it sends the entity tag of the cached response, and keeps the cached value
 * when the server responds that nothing has changed (304).
 */
export function conditionalQuery<const Key extends QueryKey, Body, Value>(query: ConditionalQuery<Key, Body, Value>) {
  const { queryKey, request, read } = query;
  return {
    queryKey,
    queryFn: async ({ client, signal }: QueryContext): Promise<Tagged<Value>> => {
      const known = client.getQueryData<Tagged<Value>>(queryKey);
      const { body, headers } = await request({ headers: ifNoneMatch(known), signal });
      if (body !== null && body !== undefined) return { value: await read(body, signal), etag: headers.get("etag") };
      if (known) return known;
      throw new CallFailure(304, "The server sent no content.");
    },
  };
}

/** The header that requests a response only if it differs from the known one. */
export function ifNoneMatch(known: { etag: string | null } | undefined): RequestOptions["headers"] {
  return known?.etag ? { "if-none-match": known.etag } : {};
}
