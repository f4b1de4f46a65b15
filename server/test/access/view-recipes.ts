import { emailOf } from "./people.ts";
import type { Recipe } from "./recipe.ts";
import { addView } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const VIEW = { name: "Night shift", settings: { "stations-q": "reno" }, shared: true };

/** Recipes for the calls about saved views. */
export const viewRecipes: Readonly<Record<string, Recipe>> = {
  listSavedViews: { requestFor: () => ({}) },
  createSavedView: { requestFor: (_, fresh) => ({ body: { ...VIEW, name: fresh } }) },
  changeSavedView: {
    ready: newView,
    requestFor: ({ view }, fresh) => ({ params: { view }, body: { ...VIEW, name: `Renamed ${fresh}`, rev: 1 } }),
  },
  deleteSavedView: { ready: newView, requestFor: ({ view }) => ({ params: { view } }) },
  setDefaultView: { ready: newView, requestFor: ({ view }) => ({ body: { view } }) },
};

let made = 0;

async function newView({ db, ours }: TestServer) {
  made += 1;
  // Before it waits, since others are made meanwhile.
  const name = `View ${made}`;
  const maker = db.selectFrom("users").select("id").where("email", "=", emailOf("user A"));
  const { id: owner_id } = await maker.executeTakeFirstOrThrow();
  return { view: await addView(db, { org_id: ours.org, name, owner_id }) };
}
