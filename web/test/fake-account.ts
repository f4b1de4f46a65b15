import {
  acceptDevice,
  addApp,
  beginApp,
  changeName,
  changeNotices,
  changePassword,
  changePreferences,
  confirmIdentity,
  endOtherSessions,
  endSession,
  getAccount,
  rejectDevice,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  unlinkIdentity,
  type Account,
  type OwnSession,
} from "@groundcrew/shared/account";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { findSignOn, type SessionUser } from "@groundcrew/shared/sessions";
import { listSingleSignOn } from "@groundcrew/shared/single-sign-on";
import { serveMine } from "./fake-notifications.ts";
import { Rejection, type FakeServer } from "./fake-server.ts";

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** A session in Firefox on Linux, last seen two hours ago. */
export function sampleSession(differences: Partial<OwnSession> = {}): OwnSession {
  return {
    id: 2,
    is_current: false,
    is_new_device: false,
    signed_in_by: "password",
    second_step: null,
    ip: "192.0.2.110",
    agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
    since: ago(26 * HOUR_MS),
    last_seen: ago(2 * HOUR_MS),
    ...differences,
  };
}

const here = sampleSession({
  id: 1,
  is_current: true,
  ip: "203.0.113.31",
  agent:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  since: ago(HOUR_MS),
  last_seen: ago(MINUTE_MS / 2),
});

/** An account elsewhere, by default of an identity provider. */
export function sampleIdentity(
  differences: Partial<Account["identities"][number]> = {},
): Account["identities"][number] {
  const times = { linked: "2026-01-01T00:00:00.000Z", last_used: null };
  const names = { by: "sso", name: "Harbor Air SSO", email: "ada@harbor.example" } as const;
  return { id: 4, ...names, ...times, usable: true, proves: true, ...differences };
}

/** The current password of `serveAccount`. */
export const CURRENT = "seven purple kettles humming";

/** Serves the account of a user, who has the current session and one more unless there are differences. */
export function serveAccount(server: FakeServer, user: SessionUser, differences: Partial<Account> = {}) {
  const state: Account = {
    name: user.name,
    email: user.email,
    organization: user.organization,
    has_password: true,
    password_set: null,
    single_sign_on: null,
    identities: [],
    passkeys: [],
    authenticator_app: null,
    recovery_codes: null,
    preferences: user.preferences,
    second_step_from: null,
    mails_new_device: true,
    sessions: [here, sampleSession()],
    session_idle_s: 12 * 3_600,
    session_total_s: 7 * 86_400,
    ...differences,
  };
  serveMine(server);
  server.on(findSignOn, async () => ({ status: 200 as const, body: { name: null } }));
  server.on(listSingleSignOn, async () => ({ status: 200 as const, body: { redirect_uri: "", organizations: [] } }));
  server.on(getAccount, async () => ({ status: 200 as const, body: state }));
  server.on(changePreferences, async ({ body }) => {
    const { time_zone, units, theme } = state.preferences;
    state.preferences = {
      time_zone: body.time_zone ?? time_zone,
      units: body.units ?? units,
      theme: body.theme ?? theme,
    };
    user.preferences = state.preferences;
    return { status: 200 as const, body: state.preferences };
  });
  server.on(changeName, async ({ body: { name } }) => {
    state.name = name;
    user.name = name;
    return { status: 204 as const, body: null };
  });
  server.on(changePassword, async ({ body: { current } }) => {
    if (current !== CURRENT) throw new Rejection(422, "This is not your password.");
    state.password_set = ago(0);
    keepSessions(state, ({ is_current }) => is_current);
    return { status: 204 as const, body: null };
  });
  serveFactors(server, state);
  server.on(unlinkIdentity, async ({ params: { id } }) => {
    state.identities = state.identities.filter((identity) => identity.id !== id);
    return { status: 204 as const, body: null };
  });
  serveSessions(server, state);
}

function keepSessions(state: Account, isKept: (session: OwnSession) => boolean): number {
  const before = state.sessions.length;
  state.sessions = state.sessions.filter(isKept);
  return before - state.sessions.length;
}

function serveSessions(server: FakeServer, state: Account): void {
  server.on(endSession, async ({ params: { id } }) => {
    if (keepSessions(state, (session) => session.id !== id) === 0)
      throw new Rejection(404, "There is no such session.");
    return { status: 204 as const, body: null };
  });
  server.on(acceptDevice, async ({ params: { id } }) => {
    state.sessions = state.sessions.map((one) => (one.id === id ? Object.assign(one, { is_new_device: false }) : one));
    return { status: 204 as const, body: null };
  });
  server.on(rejectDevice, async ({ params: { id } }) => {
    keepSessions(state, (session) => session.id !== id);
    return { status: 204 as const, body: null };
  });
  server.on(changeNotices, async ({ body: { new_device } }) => {
    state.mails_new_device = new_device;
    return { status: 204 as const, body: null };
  });
  server.on(endOtherSessions, async () => ({
    status: 200 as const,
    body: { ended: keepSessions(state, ({ is_current }) => is_current) },
  }));
}

/** The code that the app of `serveAccount` shows, and its recovery codes. */
export const APP_CODE = "491207";
export const CODES = Array.from({ length: 10 }, (_, index) => `k7fq-29x${index}`);

const WRONG = "That code is not right. 4 tries left, then a pause of 5 minutes.";

function serveFactors(server: FakeServer, state: Account): void {
  const renew = () => {
    state.recovery_codes = { left: 10, made: ago(0) };
    return CODES;
  };
  server.on(renamePasskey, async ({ params: { id }, body: { name } }) => {
    state.passkeys = state.passkeys.map((passkey) => (passkey.id === id ? Object.assign(passkey, { name }) : passkey));
    return { status: 204 as const, body: null };
  });
  server.on(removePasskey, async ({ params: { id } }) => {
    state.passkeys = state.passkeys.filter((passkey) => passkey.id !== id);
    return { status: 204 as const, body: null };
  });
  server.on(beginApp, async () => ({
    status: 200 as const,
    body: {
      secret: "JBSWY3DPEHPK3PXP7QLMJBSWY3DPEHPK",
      uri: "otpauth://totp/Groundcrew:user%40harbor.example?secret=JBSWY3DPEHPK3PXP7QLMJBSWY3DPEHPK&issuer=Groundcrew",
      setup: "new",
    },
  }));
  server.on(addApp, async ({ body: { code } }) => {
    if (code !== APP_CODE)
      throw new Rejection(422, "That code is not right. Is the clock of your phone set by itself?");
    const recovery_codes = state.authenticator_app ? [] : renew();
    state.authenticator_app = { added: ago(0), last_used: null };
    return { status: 200 as const, body: { recovery_codes } };
  });
  server.on(removeApp, async () => {
    state.authenticator_app = null;
    state.recovery_codes = null;
    return { status: 204 as const, body: null };
  });
  server.on(renewRecoveryCodes, async () => ({ status: 200 as const, body: { recovery_codes: renew() } }));
  server.on(confirmIdentity, async ({ body }) => {
    const isRight =
      body.type === "password" ? body.password === CURRENT : body.type !== "passkey" && body.code === APP_CODE;
    if (!isRight) throw new Rejection(422, body.type === "password" ? "This is not your password." : WRONG);
    return { status: 204 as const, body: null };
  });
}
