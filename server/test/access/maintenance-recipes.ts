import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { Recipe } from "./recipe.ts";
import { addMaintenance } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

/** Recipes for calls about maintenance. What they plan begins later, so that rows of stations stay as they are. */
export const maintenanceRecipes: Readonly<Record<string, Recipe>> = {
  listMaintenance: { requestFor: () => ({}) },
  "listMaintenance (of a station)": { requestFor: ({ station }) => ({ query: { station } }) },
  getMaintenance: { requestFor: ({ window }) => ({ params: { window } }) },
  startMaintenance: {
    requestFor: ({ station }) => ({ body: { stations: [station], why: "New belt.", ...later() } }),
  },
  changeMaintenance: {
    ready: planned,
    requestFor: ({ window }) => ({ params: { window }, body: { rev: 1, why: "New belt and rails." } }),
  },
  endMaintenance: {
    ready: planned,
    requestFor: ({ window }) => ({ params: { window }, body: { rev: 1, errors: "triage" } }),
  },
  extendMaintenance: {
    ready: planned,
    requestFor: ({ window, until }) => {
      const later = new Date(Date.parse(until) + HOUR_MS / 2).toISOString();
      return { body: { windows: [{ id: window, seen_until: until, until: later }] } };
    },
  },
  endCurrentMaintenance: {
    ready: planned,
    requestFor: ({ window, until }) => ({ body: { windows: [{ id: window, seen_until: until }], errors: "triage" } }),
  },
};

let made = 0;

/** An hour that no earlier maintenance has. */
function later() {
  made += 1;
  const start = Date.now() + 2 * DAY_MS + made * 2 * HOUR_MS;
  return { from: new Date(start).toISOString(), until: new Date(start + HOUR_MS).toISOString() };
}

async function planned({ db, ours }: TestServer) {
  const times = later();
  return { window: await addMaintenance(db, ours.station, times), until: times.until };
}
