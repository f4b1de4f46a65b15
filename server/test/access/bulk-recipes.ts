import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { addStation } from "../stations.ts";
import { emailOf } from "./people.ts";
import type { Recipe } from "./recipe.ts";
import { addAct, TIME } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

/** Recipes for acts on several stations. Those that take stations away from others have stations of their own. */
export const bulkRecipes: Readonly<Record<string, Recipe>> = {
  bulkMaintenance: {
    ready: newStation(),
    requestFor: ({ station }) => ({
      body: { stations: [station], why: "New belt.", until: new Date(Date.now() + DAY_MS).toISOString() },
    }),
  },
  bulkEntries: {
    ready: newStation(),
    requestFor: ({ station, tag }) => ({
      body: { stations: [station], entry: { content: "A recall.", status: "record", tags: [tag] } },
    }),
  },
  bulkMove: {
    ready: async (system) => ({ ...(await newStation()(system)), org: system.theirs.org }),
    requestFor: ({ station, org }) => ({ body: { stations: [station], org_id: org } }),
  },
  bulkPlace: { requestFor: ({ station, site }) => ({ body: { stations: [station], site_id: site } }) },
  bulkAssign: {
    ready: async (system) => ({ ...(await newStation({ open: 1 })(system)), person: (await findAdmin(system)).id }),
    requestFor: ({ station, person }) => ({ body: { stations: [station], owner_id: person } }),
  },
  bulkRetire: { ready: newStation(), requestFor: ({ station }) => ({ body: { stations: [station] } }) },
  bulkRestore: {
    ready: newStation({ retired: TIME }),
    requestFor: ({ station }) => ({ body: { stations: [station] } }),
  },
  bulkImages: { requestFor: ({ station }) => ({ body: { stations: [station], lights_on: true } }) },
  listBulkActs: { requestFor: () => ({}) },
  getBulkAct: { ready: newAct("entry", "done"), requestFor: ({ act }) => ({ params: { act } }) },
  undoBulkAct: { ready: newAct("restore", "done"), requestFor: ({ act }) => ({ params: { act } }) },
  stopBulkAct: { ready: newAct("images", "waiting"), requestFor: ({ act }) => ({ params: { act } }) },
  retryBulkAct: { ready: newAct("images", "failed"), requestFor: ({ act }) => ({ params: { act } }) },
};

let made = 0;

function newStation({ open = 0, ...fields }: { retired?: string; open?: number } = {}) {
  return async ({ db, ours }: TestServer) => {
    made += 1;
    const station = `gc-${String(made).padStart(12, "e")}`;
    await addStation(db, { name: station, org_id: ours.org, ...fields });
    await sql`insert into station_open_errors (station_name, open) values (${station}, ${open})`.execute(db);
    return { station };
  };
}

/** An act of the admin at a station, which can be undone. */
function newAct(kind: string, state: string) {
  return async (system: TestServer) => {
    // What is undone edits the station.
    const { station } = kind === "restore" ? await newStation()(system) : system.ours;
    const user = await findAdmin(system);
    return { act: await addAct(system.db, { user_id: user.id, org_id: user.org_id, kind }, { station, state }) };
  };
}

function findAdmin({ db }: TestServer) {
  return db
    .selectFrom("users")
    .select(["id", "org_id"])
    .where("email", "=", emailOf("admin"))
    .executeTakeFirstOrThrow();
}
