import { supportName, type Brand } from "@groundcrew/shared/brand";
import { sql, type RawBuilder } from "kysely";
import { authorOf, type Principal, type Scope } from "../platform/http/index.ts";
import { SERVER_KINDS, STAFF_KINDS } from "./kinds.ts";

/**
 * A user who reads alerts or acts on them. Support staff and each customer organization are sides, which have owners, mutes and a history of
 * their own: `side` is 0 for support staff, otherwise the organization's id. Only admins see alerts that are not about stations, as only they see error groups and incidents. All staff see that the server
 * is not receiving data, because it explains alerts of stations to them.
 */
export type AlertViewer = {
  userId: number;
  name: string;
  side: number;
  /** The only organization whose alerts are visible; null for support staff. */
  orgId: number | null;
  seesAll: boolean;
  /** The name that customers see instead of the names of staff. */
  support: string;
};

export function alertViewer(principal: Principal, scope: Scope, brand: Pick<Brand, "product">): AlertViewer {
  const { orgId, admin } = scope;
  return {
    userId: principal.kind === "user" ? principal.id : 0,
    name: authorOf(principal),
    side: orgId ?? 0,
    orgId,
    seesAll: orgId === null && admin,
    support: supportName(brand),
  };
}

/** True if the viewer may see the alert in a row of `alerts`. */
export function isVisible({ orgId, seesAll }: AlertViewer, table = "a"): RawBuilder<boolean> {
  if (seesAll) return sql<boolean>`true`;
  const [org, kind] = [sql.ref(`${table}.org_id`), sql.ref(`${table}.kind`)];
  if (orgId !== null) return sql<boolean>`(${org} = ${orgId} and ${kind} <> all(${STAFF_KINDS}))`;
  return sql<boolean>`(${org} is not null and ${kind} <> all(${STAFF_KINDS}) or ${kind} = any(${SERVER_KINDS}))`;
}

/** True if the station `s` still belongs to the organization of the alert `a`, so that people who see the alert may read its title and location. */
export const IS_SAME_ORGANIZATION = sql<boolean>`(a.org_id is null or s.org_id = a.org_id)`;

/** The subject of the viewer's ownership of the alert `a`. */
export function ownedSubject({ side }: AlertViewer): RawBuilder<string> {
  return side === 0 ? sql<string>`a.id::text` : sql<string>`a.id || '-' || ${side}::integer`;
}

/** The subject of the other side's ownership: that of the organization whose station it is about, or of support staff. */
export function otherSubject({ side }: AlertViewer): RawBuilder<string> {
  return side === 0 ? sql<string>`a.id || '-' || a.org_id` : sql<string>`a.id::text`;
}
