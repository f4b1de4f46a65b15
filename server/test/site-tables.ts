/** The columns of the tables about sites and tags of stations. */
export const siteTables = {
  sites: {
    id: "required",
    org_id: "required",
    name: "required",
    place: "required",
    lat: "nullable",
    lng: "nullable",
    radius_m: "required",
    time_zone: "nullable",
    note: "required",
    rev: "required",
  },
  station_tags: {
    id: "required",
    org_id: "required",
    name: "required",
    meaning: "required",
    note: "required",
    rev: "required",
  },
} as const;
