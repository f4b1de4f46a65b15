import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import type { Access } from "@groundcrew/shared/contract";

/** Who makes a request. `provider` marks the members of the organization that runs the fleet. */
export type Principal =
  | { kind: "anonymous" }
  | { kind: "user"; id: number; user: SessionUser; provider: boolean }
  | { kind: "api_key"; id: number; orgId: number; provider: boolean }
  | { kind: "station"; name: string };

/** The author that is recorded for what a principal saves: a user's name, or else their email. */
export function authorOf(principal: Principal): string {
  return principal.kind === "user" ? principal.user.name || principal.user.email : principal.kind;
}

/** Whether a principal may make a call; `log in` when nobody is logged in, `no` when permission is missing. */
export function mayCall(
  principal: Principal,
  { access, apiKeys = false }: { access: Access; apiKeys?: boolean },
): "yes" | "log in" | "no" {
  if (access === "public") return "yes";
  switch (principal.kind) {
    case "anonymous":
      return "log in";
    case "station":
      return access === "station" ? "yes" : "no";
    case "api_key":
      return access === "user" && apiKeys ? "yes" : "no";
    case "user":
      return userMayCall(principal.user, access) ? "yes" : "no";
  }
}

function userMayCall(user: SessionUser, access: Exclude<Access, "public">): boolean {
  switch (access) {
    case "user":
      return true;
    case "manager":
      return isManager(user);
    case "admin":
      return user.can_admin;
    case "station":
      return false;
  }
}
