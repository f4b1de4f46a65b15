import type { Station } from "@groundcrew/shared/stations";

/** A tag of a station. Those of `staff` are only for admins. */
export type StoredTag = { name: string; caution: boolean; staff: boolean };

/** Tags as everyone sees them, and with those of staff if there are some. */
export type ShownTags = Tags & { forAdmins?: Tags };
export type Tags = Pick<Station, "tags" | "cautions">;

export function tagsOf(tags: readonly StoredTag[]): ShownTags {
  const shared = tags.filter(({ staff }) => !staff);
  return { ...namesOf(shared), ...(shared.length < tags.length && { forAdmins: namesOf(tags) }) };
}

/** Without what is empty. A tag of staff can have the same name as another one. */
function namesOf(tags: readonly StoredTag[]): Tags {
  const all = [...new Set(tags.map(({ name }) => name))];
  const careful = new Set(tags.flatMap(({ name, caution }) => (caution ? [name] : [])));
  return { ...(all.length > 0 && { tags: all }), ...(careful.size > 0 && { cautions: [...careful] }) };
}
