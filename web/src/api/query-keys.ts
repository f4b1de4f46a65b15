/**
 * The key of every query to the server. Invalidating a key also invalidates the keys that begin with it, so `stationErrors.all` stands for the error
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
    ofUser: (email: string) => ["stations", email] as const,
    list: (email: string, parts: string) => ["stations", email, parts] as const,
  },
  stationTypes: ["station-types"] as const,

  // One station.
  station: (name: string) => ["station", name] as const,
  stationEntries: (name: string) => ["station-entries", name] as const,
  stationNotices: (name: string) => ["station-notices", name] as const,
  snapshot: (name: string) => ["snapshot", name] as const,
  cameras: (name: string) => ["cameras", name] as const,
  cameraImages: {
    ofStation: (name: string) => ["camera-image", name] as const,
    ofCamera: (name: string, camera: string) => ["camera-image", name, camera] as const,
  },
  configs: {
    ofStation: (name: string) => ["station-configs", name] as const,
    older: (type: string) => ["older-configs", type] as const,
  },
  ssotHistory: (name: string, latest: string | undefined) => ["ssot-history", name, latest] as const,
  stationHistory: {
    ofStation: (name: string) => ["station-history", name] as const,
    range: (name: string, shipped: string | null, range: string) => ["station-history", name, shipped, range] as const,
  },
  minuteErrors: (name: string, minute: string) => ["minute-errors", name, minute] as const,

  stationErrors: {
    all: ["station-errors"] as const,
    ofStation: (name: string) => ["station-errors", "station", name] as const,
    log: (name: string) => ["station-errors", "station", name, "log"] as const,
    latest: (name: string) => ["station-errors", "station", name, "latest"] as const,
    triage: (name: string, time: string) => ["station-errors", "station", name, "triage", time] as const,
    ofEntry: (entry: number) => ["station-errors", "entry", entry] as const,
  },

  supportLog: {
    ofStation: (name: string) => ["support-log", "station", name] as const,
    allStations: ["support-log", "all"] as const,
    since: (time: string) => ["support-log", "all", time] as const,
    tags: ["support-log", "tags"] as const,
    /** A mutation, not a query. */
    saving: (name: string) => ["support-log-writing", name] as const,
  },

  // The whole fleet.
  fleetHistory: ["organization-history"] as const,
  organizationActions: ["organization-actions"] as const,
  swapStats: ["swap-stats"] as const,
  linkIssues: (list: "rejected" | "invalid" | "limited" | "quarantine") => ["link", list] as const,
  broker: ["link", "broker"] as const,
  violations: ["security", "violations"] as const,

  organizations: {
    all: ["organizations"] as const,
    counted: ["organizations", "counted"] as const,
  },
  users: (orgId: number) => ["users", orgId] as const,
  apiKeys: (orgId: number) => ["api-keys", orgId] as const,
};
