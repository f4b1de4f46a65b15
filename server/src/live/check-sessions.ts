import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Principal, PrincipalSource } from "../platform/http/index.ts";
import type { LiveClient, UserPrincipal } from "./client.ts";

/** How long a session that was read from the database counts as valid while it cannot be cached. */
const VALID_MS = SECOND_MS;
/** A stream whose session cannot be checked for so long, because the database is unavailable, ends. */
const UNCHECKED_MS = 10 * SECOND_MS;
/** Clients whose rights changed connect again at once, and those of a server without a database within this time (ms). */
const RETRY_WITHIN_MS = 5 * SECOND_MS;

/**
 * Checks, before anything is sent, that the session of a client still exists and has the rights with which its stream was opened. Ends the
 * stream otherwise. `onValid` is called when a check that took the database has succeeded.
 */
export function checkSessions(sessions: PrincipalSource, onValid: () => void) {
  function accept(client: LiveClient, principal: Principal): boolean {
    if (principal.kind !== "user") client.end("session", 0);
    else if (isSame(principal, client.principal)) return true;
    else client.end("rights", 0);
    return false;
  }

  async function checkAgain(client: LiveClient, now: number): Promise<void> {
    if (client.isBeingChecked) return;
    client.isBeingChecked = true;
    const principal = await sessions.principal(client.token, true).catch(() => null);
    client.isBeingChecked = false;
    if (principal === null) {
      if (now - client.validAt > UNCHECKED_MS) client.end("unavailable", RETRY_WITHIN_MS);
    } else if (accept(client, principal)) {
      client.validAt = now;
      client.readAt = now;
      onValid();
    }
  }

  return {
    /** Whether a client may be sent something now. */
    isAllowed(client: LiveClient, now: number): boolean {
      if (!client.body.isOpen) return false;
      const principal = sessions.knownPrincipal(client.token, true);
      if (principal) {
        client.validAt = now;
        return accept(client, principal);
      }
      if (now - client.readAt < VALID_MS) return true;
      void checkAgain(client, now);
      return false;
    },
  };
}

function isSame({ user, provider }: UserPrincipal, other: UserPrincipal): boolean {
  const { user: before } = other;
  const isSameScope = user.org_id === before.org_id && provider === other.provider;
  const isSameAccess = user.required_step?.is_due === before.required_step?.is_due;
  return isSameScope && isSameAccess && user.can_admin === before.can_admin && user.can_manage === before.can_manage;
}
