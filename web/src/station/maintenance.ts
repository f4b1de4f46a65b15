import type { CurrentMaintenance } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";

/** Whether a user may start, change and end the maintenance of a station: admins, and managers of its organization. */
export function canMaintain(
  user: Pick<SessionUser, "can_admin" | "can_manage" | "org_id">,
  station: Pick<Station, "org_id" | "retired">,
): boolean {
  if (station.retired !== null) return false;
  return user.can_admin || (user.can_manage && user.org_id === station.org_id);
}

/** Who started a maintenance: staff, whose names only admins receive, are the provider's support. */
export function starterText({ by }: Pick<CurrentMaintenance, "by">, product: string): string {
  return by ?? `${product} Support`;
}
