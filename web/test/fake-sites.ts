import {
  changeSite,
  createSites,
  createStationTag,
  deleteSite,
  deleteStationTag,
  ignoreSiteSuggestion,
  listSites,
  listSiteSuggestions,
  listStationTags,
  type Site,
  type SiteSuggestion,
  type StationTag,
} from "@groundcrew/shared/sites";
import { Rejection, type FakeServer } from "./fake-server.ts";

/** A site of the customer. */
export function sampleSite(differences: Partial<Site> = {}): Site {
  return {
    id: 1,
    org_id: 2,
    organization: "Harbor Air",
    name: "Lisbon, Doca 1",
    place: "",
    lat: 38.6972,
    lng: -9.1786,
    radius_m: 500,
    time_zone: "Europe/Lisbon",
    note: "",
    rev: 1,
    stations: 3,
    online: 2,
    far: [],
    far_count: 0,
    rules: 0,
    views: 0,
    wallboards: 0,
    ...differences,
  };
}

/** A tag of the customer. */
export function sampleStationTag(differences: Partial<StationTag> = {}): StationTag {
  return {
    id: 1,
    org_id: 2,
    organization: "Harbor Air",
    is_staff: false,
    name: "beta",
    meaning: "plain",
    note: "Gets new firmware first",
    rev: 1,
    stations: 6,
    rules: 0,
    views: 0,
    wallboards: 0,
    ...differences,
  };
}

export function sampleSuggestion(differences: Partial<SiteSuggestion> = {}): SiteSuggestion {
  return {
    org_id: 2,
    organization: "Harbor Air",
    name: "Reno",
    location: "Reno",
    lat: 39.5,
    lng: -119.8,
    apart_m: 89,
    time_zone: "America/Los_Angeles",
    stations: [
      { name: "gc-000000000001", serial_number: "Atlas 0005" },
      { name: "gc-000000000002", serial_number: "Atlas 0012" },
    ],
    ...differences,
  };
}

type State = { sites: Site[]; tags: StationTag[]; suggestions: SiteSuggestion[] };

/** Serves sites and tags, which can be created, changed and deleted. */
export function serveSites(server: FakeServer, initial: Partial<State> = {}) {
  const state: State = { sites: [], tags: [], suggestions: [], ...initial };
  const find = (id: number) => {
    const found = state.sites.find((one) => one.id === id);
    if (!found) throw new Rejection(404, "There is no such site.");
    return found;
  };
  server.on(listSites, async () => ({ status: 200 as const, body: state.sites }));
  server.on(createSites, async ({ body: { sites } }) => {
    const created = sites.map(({ stations, org_id = 2, ...site }, index) =>
      sampleSite({ ...site, org_id, id: state.sites.length + index + 1, stations: stations.length }),
    );
    state.sites = [...state.sites, ...created];
    const placed = new Set(sites.flatMap(({ stations }) => stations));
    state.suggestions = state.suggestions.filter(({ stations }) => !stations.some(({ name }) => placed.has(name)));
    return { status: 201 as const, body: created };
  });
  server.on(changeSite, async ({ params, body: { rev, ...changed } }) => {
    const before = find(params.site);
    if (before.rev !== rev) throw new Rejection(412, "Someone changed this site.");
    const defined = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    const after = { ...before, ...defined, rev: rev + 1 };
    state.sites = state.sites.map((one) => (one.id === after.id ? after : one));
    return { status: 200 as const, body: after };
  });
  server.on(deleteSite, async ({ params }) => {
    const { rules } = find(params.site);
    if (rules > 0) throw new Rejection(409, `Used by ${rules} rules.`);
    state.sites = state.sites.filter(({ id }) => id !== params.site);
    return { status: 204 as const, body: null };
  });
  server.on(listSiteSuggestions, async () => ({ status: 200 as const, body: state.suggestions }));
  server.on(ignoreSiteSuggestion, async ({ body }) => {
    const ignored = new Set(body.stations);
    state.suggestions = state.suggestions.filter(({ stations }) => !stations.every(({ name }) => ignored.has(name)));
    return { status: 204 as const, body: null };
  });
  server.on(listStationTags, async () => ({ status: 200 as const, body: state.tags }));
  server.on(createStationTag, async ({ body: { org_id = 2, ...tag } }) => {
    const created = sampleStationTag({
      ...tag,
      org_id,
      is_staff: org_id === 1,
      id: state.tags.length + 1,
      stations: 0,
    });
    state.tags = [...state.tags, created];
    return { status: 201 as const, body: created };
  });
  server.on(deleteStationTag, async ({ params }) => {
    state.tags = state.tags.filter(({ id }) => id !== params.tag);
    return { status: 204 as const, body: null };
  });
  return state;
}
