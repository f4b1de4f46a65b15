import { isDeepStrictEqual } from "node:util";
import type { AuditNote } from "../audit/index.ts";

/** The site and the tags of a station. */
type Placed = { name: string; org_id: number; site_id: number | null; tags: readonly PlacedTag[] };
type PlacedTag = { name: string; org_id: number };

/**
 * Notes about a station that got another site or other tags: one for each organization whose site or tags they are. So customers see nothing of tags of
 * the provider, nor of those that it has at another organization.
 */
export function placeNotes(before: Placed, after: Placed): AuditNote[] {
  const organizations = [before, after, ...before.tags, ...after.tags].map(({ org_id }) => org_id);
  return [...new Set(organizations)].flatMap((orgId) => {
    const isOwn = before.org_id === orgId || after.org_id === orgId;
    const of = (placed: Placed) => ({
      ...(isOwn && { site_id: placed.org_id === orgId ? placed.site_id : null }),
      tags: namesOf(placed.tags.filter((tag) => tag.org_id === orgId)),
    });
    const note = { before: of(before), after: of(after) };
    if (isDeepStrictEqual(note.before, note.after)) return [];
    return [{ target: `station ${before.name}`, orgId, ...note }];
  });
}

function namesOf(tags: readonly PlacedTag[]): string[] {
  return tags.map(({ name }) => name).toSorted();
}
