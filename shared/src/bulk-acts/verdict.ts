import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { canMaintain } from "../maintenance/index.ts";
import type { Ownership } from "../ownership/index.ts";
import type { SessionUser } from "../sessions/index.ts";
import { canPlace, type Placement } from "../sites/index.ts";
import type { Station } from "../stations/index.ts";

/**
 * Why an act leaves a station as it is: it is in maintenance until `at`, has maintenance planned from `at` on, is retired or in service already, belongs to that
 * organization already, has that site and those tags already (`placed`), would have more tags than it can (`too_many_tags`), was last online at `at` (null
 * if never), has no open errors (`no_errors`), which the person has already (`owned`) or somebody else has since (`owned_since`), the rest of the act was
 * stopped, or it is not the person's to change (`not_yours`). Undo leaves it so since it is `not_yours` any longer, `not_visible` any longer, was `changed`, its
 * maintenance has `ended`, or who had its errors can no longer have them (`no_former_owner`).
 */
export const bulkReason = z.object({
  code: z.enum([
    "maintenance",
    "planned",
    "retired",
    "in_service",
    "organization",
    "placed",
    "too_many_tags",
    "offline",
    "no_errors",
    "owned",
    "owned_since",
    "stopped",
    "not_yours",
    "not_visible",
    "changed",
    "ended",
    "no_former_owner",
  ]),
  at: timestamp.nullable(),
});
export type BulkReason = z.output<typeof bulkReason>;

/**
 * The facts that decide about a station. Only the server knows when `planned` maintenance begins that would overlap. `tags` are the names of those that the
 * person sees. `has_errors` is true if there are open errors, which wait for triage, and `owner` has them.
 */
export type BulkFacts = Pick<Station, "org_id" | "retired" | "last_online_status" | "last_online"> & {
  maintenance: { until: string } | null;
  planned?: string | null;
  site_id?: number | null | undefined;
  tags?: readonly string[] | undefined;
  has_errors?: boolean;
  owner?: Pick<Ownership, "owner_id" | "rev"> | null;
};

/** The effect of an act on a station: it changes it, finds it as it is to be, or leaves it out. */
export type BulkVerdict = { is: "done" } | ({ is: "unchanged" | "left_out" } & { reason: BulkReason });

type Person = Pick<SessionUser, "can_admin" | "can_manage" | "org_id">;

/** An act and what decides about it beside the station. */
export type PlannedAct =
  | { kind: "maintenance"; user: Person }
  | { kind: "place"; user: Person; placement: Omit<Placement, "stations"> }
  | { kind: "entry" | "images" | "retire" | "restore" }
  | { kind: "move"; org_id: number }
  /** `replaces` are the revisions of the ownerships that the person has seen. */
  | { kind: "assign"; owner_id: number; replaces: ReadonlySet<number> };

/** Decides the effect of an act on a station. The dialog that begins it and the server both ask this. */
export function bulkVerdict(act: PlannedAct, station: BulkFacts): BulkVerdict {
  const { retired, maintenance, planned = null } = station;
  switch (act.kind) {
    case "maintenance":
      if (!canMaintain(act.user, station)) return verdict("left_out", "not_yours");
      if (retired !== null) return verdict("left_out", "retired");
      if (maintenance !== null) return verdict("unchanged", "maintenance", maintenance.until);
      return planned === null ? DONE : verdict("left_out", "planned", planned);
    case "images":
      if (retired !== null) return verdict("left_out", "retired");
      return station.last_online_status ? DONE : verdict("left_out", "offline", station.last_online);
    case "move":
      return station.org_id === act.org_id ? verdict("unchanged", "organization") : DONE;
    case "place":
      if (!canPlace(act.user, station)) return verdict("left_out", "not_yours");
      return isPlaced(act.placement, station) ? verdict("unchanged", "placed") : DONE;
    case "assign":
      return assignVerdict(act, station);
    case "retire":
      return retired === null ? DONE : verdict("unchanged", "retired");
    case "restore":
      return retired === null ? verdict("unchanged", "in_service") : DONE;
    case "entry":
      return DONE;
  }
}

/** Errors are not taken from an owner whom the person has not seen. */
function assignVerdict(
  { owner_id, replaces }: Extract<PlannedAct, { kind: "assign" }>,
  { retired, has_errors: hasErrors = false, owner = null }: BulkFacts,
): BulkVerdict {
  if (retired !== null) return verdict("left_out", "retired");
  if (!hasErrors) return verdict("left_out", "no_errors");
  if (owner === null) return DONE;
  if (owner.owner_id === owner_id) return verdict("unchanged", "owned");
  return replaces.has(owner.rev) ? DONE : verdict("left_out", "owned_since");
}

/** True if a station has the site and the tags that it is to have. */
function isPlaced(
  { site_id: siteId, add_tags: added, remove_tags: removed }: Omit<Placement, "stations">,
  { site_id: current = null, tags = [] }: BulkFacts,
): boolean {
  const isThere = siteId === undefined || siteId === current;
  return isThere && added.every((name) => tags.includes(name)) && !removed.some((name) => tags.includes(name));
}

const DONE: BulkVerdict = { is: "done" };

function verdict(is: "unchanged" | "left_out", code: BulkReason["code"], at: string | null = null): BulkVerdict {
  return { is, reason: { code, at } };
}
