import type { Ids } from "./ids.ts";
import type { Recipe } from "./recipe.ts";
import { addSite, addStationTag } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const inOrganization = ({ org }: Ids) => ({ query: { org_id: org } });

const ofSite = ({ site }: Ids) => ({ query: { site } });

/** Recipes for the calls about sites and tags of stations, and reports of them. */
export const siteRecipes: Readonly<Record<string, Recipe>> = {
  listSites: { requestFor: inOrganization },
  createSites: {
    ready: withoutSite,
    requestFor: ({ org, station }, fresh) => ({
      body: { sites: [{ name: `Site ${fresh}`, org_id: org, stations: [station] }] },
    }),
  },
  changeSite: {
    ready: newSite,
    requestFor: ({ site }) => ({ params: { site }, body: { note: "By the pier", rev: 1 } }),
  },
  deleteSite: { ready: newSite, requestFor: ({ site }) => ({ params: { site } }) },
  listSiteSuggestions: { requestFor: inOrganization },
  ignoreSiteSuggestion: { requestFor: ({ station }) => ({ body: { stations: [station] } }) },
  "getSwapSuccess (of a site)": { ready: newSite, requestFor: ofSite },
  "getAvailability (of a site)": { ready: newSite, requestFor: ofSite },
  "listAuditActs (of a site)": { ready: newSite, requestFor: ofSite },
  "downloadAudit (of a site)": { ready: newSite, requestFor: ofSite },
  listStationTags: { requestFor: inOrganization },
  createStationTag: { requestFor: ({ org }, fresh) => ({ body: { name: fresh, org_id: org } }) },
  changeStationTag: {
    ready: newStationTag,
    requestFor: ({ stationTag }) => ({ params: { tag: stationTag }, body: { note: "Salt air", rev: 1 } }),
  },
  mergeStationTag: {
    ready: newStationTag,
    requestFor: ({ stationTag, otherStationTag }) => ({
      params: { tag: stationTag },
      body: { into: otherStationTag, rev: 1 },
    }),
  },
  deleteStationTag: { ready: newStationTag, requestFor: ({ stationTag }) => ({ params: { tag: stationTag } }) },
};

let made = 0;

async function newSite({ db, ours }: TestServer) {
  made += 1;
  return { site: await addSite(db, ours.org, `Made ${made}`) };
}

async function newStationTag({ db, ours }: TestServer) {
  made += 1;
  const [name, other] = [`made${made}`, `other${made}`];
  return {
    stationTag: await addStationTag(db, ours.org, name),
    otherStationTag: await addStationTag(db, ours.org, other),
  };
}

/** A new site takes no station from another. */
async function withoutSite({ db, ours }: TestServer) {
  await db.updateTable("stations").set({ site_id: null }).where("name", "=", ours.station).execute();
  return {};
}
