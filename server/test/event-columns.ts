/** The part of `columns` about events of stations. */
export const eventColumns = {
  limited_stations: {
    station_name: "required",
    since: "required",
    last_limited: "required",
    per_minute: "required",
    limited_by: "required",
  },
  quarantined_events: {
    station_name: "required",
    fingerprint: "required",
    event_id: "nullable",
    reason: "required",
    detail: "required",
    payload: "required",
    bytes: "required",
    first_received: "required",
    last_received: "required",
    times: "required",
  },
  station_events: {
    id: "required",
    station_name: "required",
    event_id: "required",
    kind: "required",
    happened: "required",
    received: "required",
    facts: "required",
  },
} as const;
