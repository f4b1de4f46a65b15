import timeZoneAt from "@photostructure/tz-lookup";
import { sql } from "kysely";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import type { Plan } from "./plan.ts";

/** Stations of these organizations are at sites; for those of others some are suggested. */
const WITH_SITES: ReadonlySet<string> = new Set(["Harbor Air", "Meridian Energy"]);
/** Most stations of the demo are within this distance from the middle of their site. */
const RADIUS_M = 2_500;

const TAGS = [
  { organization: "Groundcrew", name: "beta", meaning: "plain", note: "Gets new firmware first", every: 9 },
  {
    organization: "Groundcrew",
    name: "crane-nearby",
    meaning: "caution",
    note: "Ask the yard before the roof opens",
    every: 14,
  },
  { organization: "Harbor Air", name: "coastal", meaning: "plain", note: "Salt air", every: 1 },
  { organization: "Meridian Energy", name: "contract-24h", meaning: "plain", note: "Repair within 24 h", every: 2 },
] as const;

/** Gives stations sites and tags. `provider` is the organization that is called Groundcrew here. */
export async function addPlaces(session: Db, plans: readonly Plan[], provider: string): Promise<void> {
  const inService = plans.filter(({ retired, role }) => retired === null && !role.mocked);
  const located = inService.filter((plan) => WITH_SITES.has(plan.organization) && plan.location_deployment !== "");
  const sites = Map.groupBy(located, ({ organization, site }) => `${organization} ${site.city}`);
  await inTransaction(session, async (tx) => {
    for (const stations of sites.values()) await addSite(tx, stations);
    for (const { organization, every, ...tag } of TAGS) {
      const isStaffs = organization === "Groundcrew";
      const fitting = inService.filter((plan) => isStaffs || plan.organization === organization);
      const names = fitting.filter((_, index) => index % every === 0).map(({ name }) => name);
      await addTag(tx, { ...tag, organization: isStaffs ? provider : organization, names });
    }
  });
}

async function addSite(tx: Db, stations: readonly Plan[]): Promise<void> {
  const [first] = stations;
  if (!first) return;
  const { city, state, lat, lon } = first.site;
  const place = `${city}, ${state}`;
  await sql`
    with added as (
      insert into sites (org_id, name, place, lat, lng, radius_m, time_zone)
      select id, ${city}, ${place}, ${lat}, ${lon}, ${RADIUS_M}, ${timeZoneAt(lat, lon)} from organizations
      where name = ${first.organization}
      returning id
    )
    update stations set site_id = added.id from added where name = any(${stations.map(({ name }) => name)})`.execute(
    tx,
  );
}

type DemoTag = { organization: string; name: string; meaning: string; note: string; names: readonly string[] };

async function addTag(tx: Db, { organization, name, meaning, note, names }: DemoTag): Promise<void> {
  await sql`
    with added as (
      insert into station_tags (org_id, name, meaning, note)
      select id, ${name}, ${meaning}, ${note} from organizations where name = ${organization}
      returning id
    )
    insert into tagged_stations (station_name, tag_id) select station, added.id from added, unnest(${names}::text[]) station`.execute(
    tx,
  );
}
