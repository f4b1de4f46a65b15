import type { Db } from "../src/platform/db/index.ts";
import { insertRow } from "./database.ts";

type Named = { org_id: number; name: string };

/** Adds a site of an organization, where these of its stations are; returns its number. */
export async function addPlace(db: Db, { org_id, name }: Named, stations: readonly string[]): Promise<number> {
  const id = await insertRow(db, "sites", { org_id, name, lat: null, lng: null });
  await db.updateTable("stations").set({ site_id: id }).where("name", "in", stations).execute();
  return id;
}

/** Adds a tag of an organization, which these stations have. */
export async function addTag(db: Db, { org_id, name }: Named, stations: readonly string[]): Promise<void> {
  const tag_id = await insertRow(db, "station_tags", { org_id, name, meaning: "plain" });
  for (const station_name of stations)
    await db.insertInto("tagged_stations").values({ station_name, tag_id }).execute();
}
