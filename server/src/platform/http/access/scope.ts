import type { KeyScope } from "@groundcrew/shared/contract";
import { supportName, type Brand } from "@groundcrew/shared/brand";
import type { Principal, WallboardPrincipal } from "./principal.ts";

/** Who may see something. The scopes of an API key matter only to whether it reads of errors. */
type ScopedPrincipal =
  | Exclude<Principal, { kind: "api_key" }>
  | { kind: "api_key"; id: number; orgId: number; provider: boolean; scopes?: readonly KeyScope[] }
  | WallboardPrincipal;

/**
 * The data that a principal may see. Only `Scope.of` creates one. A database handle with the tenant tables takes one (`scoped`); each query, or its
 * caller, still limits the rows by it.
 */
export class Scope {
  /** The only organization visible; null when all are. */
  readonly orgId: number | null;
  /** Whether data for admins is visible too. */
  readonly admin: boolean;
  /** Whether the titles of errors are visible where something else is about them. */
  readonly seesErrors: boolean;
  // Makes the type nominal: an object of the same shape is no Scope.
  readonly #made = true;

  private constructor(orgId: number | null, { admin = false, seesErrors = true } = {}) {
    this.orgId = orgId;
    this.admin = admin;
    this.seesErrors = seesErrors;
  }

  static of(principal: ScopedPrincipal): Scope {
    switch (principal.kind) {
      case "user":
        return new Scope(principal.provider ? null : principal.user.org_id, { admin: principal.user.can_admin });
      case "api_key":
        return new Scope(principal.provider ? null : principal.orgId, {
          seesErrors: principal.scopes?.includes("read_errors") ?? true,
        });
      case "wallboard":
        return new Scope(principal.provider ? null : principal.orgId);
      case "anonymous":
      case "station":
        return new Scope(NO_ORGANIZATION);
    }
  }

  /** Whether anything is visible at all. */
  get seesAny(): boolean {
    return this.orgId !== NO_ORGANIZATION;
  }

  sees(orgId: number): boolean {
    return this.#made && (this.orgId === null || this.orgId === orgId);
  }

  /** How names are read: users of the provider see the names of staff; customers see the name of support staff as a whole. */
  nameReader(brand: Pick<Brand, "product">): { seesStaff: boolean; support: string } {
    return { seesStaff: this.orgId === null, support: supportName(brand) };
  }
}

// Identity columns start at 1: no organization has this id.
const NO_ORGANIZATION = 0;
