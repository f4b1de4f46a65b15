import {
  canPlace,
  SITES_MAX,
  type changeSite,
  type createSites,
  type deleteSite,
  type ignoreSiteSuggestion,
  type NewSite,
  type SiteRecord,
} from "@groundcrew/shared/sites";
import { change } from "../audit/index.ts";
import { organizationFor } from "../organizations/index.ts";
import { uniqueViolation, type Db } from "../platform/db/index.ts";
import { answer, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import { lockPlaced } from "./place-queries.ts";
import { place } from "./place-stations.ts";
import {
  countOf,
  findSite,
  insertSite,
  insertUnsuggested,
  lockOrganizations,
  lockSite,
  removeSite,
  stationsOfSite,
  updateSite,
} from "./queries.ts";
import { refuseUsed } from "./uses.ts";

/** Creates sites, and gives stations to them: all of it or nothing. */
export async function createAll(db: Db, call: Call<typeof createSites>) {
  return refuseName(() =>
    change(db, call, async (tx) => {
      await lockInOrder(tx, call);
      const created = [];
      for (const site of call.body.sites) created.push(await createOne(tx, call.principal, site));
      const sites = created.map(({ site }) => site);
      return { answer: answer(201, sites), audit: created.flatMap(({ audit }) => audit) };
    }),
  );
}

/** Locks the organizations of new sites, and all stations that get them: each in one order, as others who change several stations lock them. */
async function lockInOrder(tx: Db, { body: { sites }, principal, scope }: Call<typeof createSites>): Promise<void> {
  const orgIds = new Set<number>();
  for (const { org_id: orgId } of sites) orgIds.add((await organizationFor(tx, principal, orgId)).id);
  await lockOrganizations(tx, [...orgIds]);
  await lockPlaced(
    tx,
    sites.flatMap(({ stations }) => stations),
    scope.orgId,
  );
}

async function createOne(tx: Db, principal: Principal, { stations: names, ...site }: NewSite) {
  const { id: orgId } = await organizationFor(tx, principal, site.org_id);
  if ((await countOf(tx, orgId)).sites >= SITES_MAX) {
    throw new Problem(409, `An organization has at most ${SITES_MAX.toLocaleString("en-US")} sites.`);
  }
  const id = await insertSite(tx, { ...site, org_id: orgId });
  const stations = await lockPlaced(tx, names, orgId);
  if (stations.length < new Set(names).size) throw notFound();
  const placed = stations.find(({ site_id }) => site_id !== null);
  if (placed) throw new Problem(409, `${placed.serial_number} has a site already. Nothing was created.`);
  const { placed: given } = await place(tx, { stations, principal, site_id: id, add_tags: [], remove_tags: [] });
  const created = await foundSite(tx, id);
  const after = { ...fieldsOf(created), stations: stations.map(({ name }) => name) };
  return { site: created, audit: [{ target: `site ${id}`, orgId, after }, ...given.flatMap(({ notes }) => notes)] };
}

/** Changes a site. */
export async function changeOne(db: Db, call: Call<typeof changeSite>) {
  const { rev, ...fields } = call.body;
  return refuseName(() =>
    change(db, call, async (tx) => {
      const before = await lockedSite(tx, call);
      if (before.rev !== rev) throw new Problem(412, "Someone changed this site. Nothing was saved; load it again.");
      await updateSite(tx, before.id, fields);
      const after = await foundSite(tx, before.id);
      const audit = {
        target: `site ${before.id}`,
        orgId: before.org_id,
        before: fieldsOf(before),
        after: fieldsOf(after),
      };
      return { answer: answer(200, after), audit };
    }),
  );
}

/** Deletes a site; `stations` are those that had it. */
export async function deleteOne(db: Db, call: Call<typeof deleteSite>) {
  let stations: string[] = [];
  const reply = await change(db, call, async (tx) => {
    const before = await lockedSite(tx, call);
    await refuseUsed(tx, { site: before });
    stations = await stationsOfSite(tx, before);
    await removeSite(tx, before.id);
    const audit = { target: `site ${before.id}`, orgId: before.org_id, before: { ...fieldsOf(before), stations } };
    return { answer: answer(204, null), audit };
  });
  return { reply, stations };
}

/** No longer suggests a site for stations. */
export async function ignore(db: Db, call: Call<typeof ignoreSiteSuggestion>) {
  const { principal, body, scope } = call;
  return change(db, call, async (tx) => {
    const stations = await lockPlaced(tx, body.stations, scope.orgId);
    const isMine = (station: { org_id: number }) => principal.kind === "user" && canPlace(principal.user, station);
    if (stations.length < new Set(body.stations).size || !stations.every(isMine)) throw notFound();
    const names = stations.map(({ name }) => name);
    await insertUnsuggested(tx, names);
    const audit = [...Map.groupBy(stations, ({ org_id }) => org_id)].map(([orgId, of]) => ({
      target: `organization ${orgId}`,
      orgId,
      after: { no_site_suggested: of.map(({ name }) => name) },
    }));
    return { answer: answer(204, null), audit };
  });
}

/** Locks a site that a person may change: one of their organization, or any for admins. */
async function lockedSite(tx: Db, { principal, params }: { principal: Principal; params: { site: number } }) {
  if (principal.kind !== "user") throw notFound();
  const { can_admin, org_id } = principal.user;
  const site = await lockSite(tx, params.site, can_admin ? null : org_id);
  if (!site) throw notFound();
  return site;
}

async function foundSite(tx: Db, id: number): Promise<SiteRecord> {
  const site = await findSite(tx, id, null);
  if (!site) throw notFound();
  return site;
}

function fieldsOf({ id: _id, org_id: _orgId, organization: _organization, rev: _rev, ...fields }: SiteRecord) {
  return fields;
}

async function refuseName<A>(run: () => Promise<A>): Promise<A> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error) === "sites_by_name") {
      throw new Problem(409, "The organization has a site with this name. Choose another name.");
    }
    throw error;
  }
}
