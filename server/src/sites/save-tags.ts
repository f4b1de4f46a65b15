import {
  TAGS_MAX,
  type changeStationTag,
  type createStationTag,
  type deleteStationTag,
  type mergeStationTag,
  type TagRecord,
} from "@groundcrew/shared/sites";
import { change } from "../audit/index.ts";
import { organizationFor } from "../organizations/index.ts";
import { uniqueViolation, type Db } from "../platform/db/index.ts";
import { answer, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import { countOf, findTag, insertTag, lockTags, removeTag, replaceTag, stationsWithTag, updateTag } from "./queries.ts";
import { refuseUsed, renameUses } from "./uses.ts";

export async function createTag(db: Db, call: Call<typeof createStationTag>) {
  return refuseName(() =>
    change(db, call, async (tx) => {
      const { id: orgId } = await organizationFor(tx, call.principal, call.body.org_id);
      if ((await countOf(tx, orgId)).tags >= TAGS_MAX) {
        throw new Problem(409, `An organization has at most ${TAGS_MAX} tags.`);
      }
      const tag = await foundTag(tx, await insertTag(tx, { ...call.body, org_id: orgId }));
      return { answer: answer(201, tag), audit: { target: `station tag ${tag.id}`, orgId, after: fieldsOf(tag) } };
    }),
  );
}

/** Changes a tag; `stations` are those that have it. Rules, saved views and wallboards name it as it is called now. */
export async function changeTag(db: Db, call: Call<typeof changeStationTag>) {
  const { rev, ...fields } = call.body;
  let stations: string[] = [];
  const reply = await refuseName(() =>
    change(db, call, async (tx) => {
      const before = await lockedTag(tx, call, { rev });
      await updateTag(tx, before.id, fields);
      const after = await foundTag(tx, before.id);
      const renaming = { tag: before, to: after.name, principal: call.principal };
      const renamed = after.name === before.name ? [] : await renameUses(tx, renaming);
      stations = await stationsWithTag(tx, before.id);
      const audit = {
        target: `station tag ${before.id}`,
        orgId: before.org_id,
        before: fieldsOf(before),
        after: fieldsOf(after),
      };
      return { answer: answer(200, after), audit: [audit, ...renamed] };
    }),
  );
  return { reply, stations };
}

/** Replaces a tag by another one of its organization; `stations` are those that had it. */
export async function mergeTag(db: Db, call: Call<typeof mergeStationTag>) {
  const { rev, into: intoId } = call.body;
  let stations: string[] = [];
  const reply = await change(db, call, async (tx) => {
    const before = await lockedTag(tx, call, { rev, others: [intoId] });
    const into = intoId === before.id ? undefined : await findTag(tx, intoId, before.org_id);
    if (!into) throw notFound({ field: "into", message: "There is no such tag." });
    stations = await stationsWithTag(tx, before.id);
    await replaceTag(tx, before.id, into.id);
    const renamed = await renameUses(tx, { tag: before, to: into.name, principal: call.principal });
    await removeTag(tx, before.id);
    const audit = {
      target: `station tag ${before.id}`,
      orgId: before.org_id,
      before: { ...fieldsOf(before), stations },
      after: { merged_into: into.name },
    };
    return { answer: answer(200, into), audit: [audit, ...renamed] };
  });
  return { reply, stations };
}

/** Deletes a tag; `stations` are those that had it. */
export async function deleteTag(db: Db, call: Call<typeof deleteStationTag>) {
  let stations: string[] = [];
  const reply = await change(db, call, async (tx) => {
    const before = await lockedTag(tx, call);
    await refuseUsed(tx, { tag: before });
    stations = await stationsWithTag(tx, before.id);
    await removeTag(tx, before.id);
    const audit = {
      target: `station tag ${before.id}`,
      orgId: before.org_id,
      before: { ...fieldsOf(before), stations },
    };
    return { answer: answer(204, null), audit };
  });
  return { reply, stations };
}

/** Locks a tag that a person may change, and others: one of their organization, or any for admins. 412 if it has another `rev`. */
async function lockedTag(
  tx: Db,
  { principal, params }: { principal: Principal; params: { tag: number } },
  { rev, others = [] }: { rev?: number; others?: readonly number[] } = {},
) {
  if (principal.kind !== "user") throw notFound();
  const { can_admin, org_id } = principal.user;
  await lockTags(tx, [params.tag, ...others]);
  const tag = await findTag(tx, params.tag, can_admin ? null : org_id);
  if (!tag) throw notFound();
  if (rev === undefined || tag.rev === rev) return tag;
  throw new Problem(412, "Someone changed this tag. Nothing was saved; load it again.");
}

async function foundTag(tx: Db, id: number): Promise<TagRecord> {
  const tag = await findTag(tx, id, null);
  if (!tag) throw notFound();
  return tag;
}

function fieldsOf({ name, meaning, note }: TagRecord) {
  return { name, meaning, note };
}

async function refuseName<A>(run: () => Promise<A>): Promise<A> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error) === "station_tags_org_id_name_key") {
      throw new Problem(409, "The organization has a tag with this name. Choose another name.");
    }
    throw error;
  }
}
