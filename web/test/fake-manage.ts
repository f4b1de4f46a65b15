import {
  createApiKey,
  listApiKeys,
  renewApiKey,
  revokeApiKey,
  USUAL_SCOPES,
  type ApiKey,
} from "@groundcrew/shared/api-keys";
import { createOrganization, listOrganizations, type Organization } from "@groundcrew/shared/organizations";
import { type SessionUser, usualPreferences } from "@groundcrew/shared/sessions";
import {
  changePermission,
  deleteUser,
  inviteUser,
  listUsers,
  resetSecondStep,
  type ListedUser,
} from "@groundcrew/shared/users";
import { page, type Locator } from "vitest/browser";
import { startFakeConsole } from "./fake-console.ts";
import { Rejection } from "./fake-server.ts";
import { openConsole } from "./open-console.tsx";

/** A manager of a customer. */
export const manager: SessionUser = {
  name: "",
  email: "manager@harbor.example",
  can_manage: true,
  can_admin: false,
  org_id: 2,
  organization: "Harbor Air",
  default_view: null,
  preferences: usualPreferences,
};

/** A user in the list of users, of the customer unless there are differences. */
export function listed(email: string, differences: Partial<ListedUser> = {}): ListedUser {
  return { email, can_manage: false, organization: "Harbor Air", org_id: 2, invitation: null, ...differences };
}

/** An API key in the list of keys, with the usual scopes and never used unless there are differences. */
export function listedKey(name: string, differences: Partial<ApiKey> = {}): ApiKey {
  const key = { name, description: "Nightly report", kind: "general" as const, created: "2026-01-01T00:00:00.000Z" };
  const use = { last_used: null, last_used_from: null, old_secret_ends: null };
  const limits = { scopes: USUAL_SCOPES.slice(), ends: "2027-01-01T00:00:00.000Z", addresses: [] };
  return { ...key, by: manager.email, ...limits, ...use, ...differences };
}

type State = { users: ListedUser[]; keys: ApiKey[]; organizations: Organization[] };

const lists: State = {
  users: [listed(manager.email, { can_manage: true }), listed("user@harbor.example")],
  keys: [],
  organizations: [
    { id: 1, name: "Groundcrew", station_quantity: 3 },
    { id: 2, name: "Harbor Air", station_quantity: 12 },
    { id: 3, name: "Skyline Logistics", station_quantity: 7 },
  ],
};

/** Opens a Manage page of a server that stores what is added, changed and removed. Without a user, an admin is logged in. */
export function openManage(path: string, { user, ...initial }: { user?: SessionUser } & Partial<State> = {}) {
  const server = startFakeConsole(user && { user });
  const state = { ...lists, ...initial };
  const now = () => new Date().toISOString();

  server.on(listUsers, async ({ query }) => ({
    status: 200 as const,
    body: state.users.filter(({ org_id }) => query.org_id === undefined || org_id === query.org_id),
  }));
  server.on(inviteUser, async ({ query: { email, org_id = 2 } }) => {
    const invitation = { sent: now(), expires: new Date(Date.now() + 72 * 3_600_000).toISOString(), failure: null };
    const invited = listed(email, { org_id, invitation });
    state.users = [...state.users.filter((one) => one.email !== email), invited];
    return { status: 201 as const, body: invited };
  });
  server.on(changePermission, async ({ query: { email, can_manage } }) => {
    state.users = state.users.map((one) => (one.email === email ? { ...one, can_manage } : one));
    const changed = state.users.find((one) => one.email === email);
    if (!changed) throw new Rejection(404, "There is no such user.");
    return { status: 200 as const, body: changed };
  });
  server.on(deleteUser, async ({ query: { email } }) => {
    state.users = state.users.filter((one) => one.email !== email);
    return { status: 204 as const, body: null };
  });

  server.on(resetSecondStep, async ({ query: { email } }) => {
    state.users = state.users.map((one) => (one.email === email ? { ...one, has_second_step: false } : one));
    return { status: 204 as const, body: null };
  });

  server.on(listApiKeys, async () => ({ status: 200 as const, body: state.keys }));
  server.on(createApiKey, async ({ query: { description, scopes, ends, addresses } }) => {
    const chosen = { scopes, addresses, ...(ends !== undefined && { ends }) };
    const created = listedKey(`key_${state.keys.length + 1}`, { description, created: now(), ...chosen });
    state.keys = [created, ...state.keys];
    return { status: 201 as const, body: { ...created, key: `${created.name}.secret` } };
  });
  server.on(renewApiKey, async ({ query: { name } }) => {
    const before = state.keys.find((one) => one.name === name);
    if (!before) throw new Rejection(404, "There is no such key.");
    const renewed = { ...before, ends: "2028-01-01T00:00:00.000Z", old_secret_ends: now() };
    state.keys = state.keys.map((one) => (one.name === name ? renewed : one));
    return { status: 200 as const, body: { ...renewed, key: `${name}.renewed` } };
  });
  server.on(revokeApiKey, async ({ query }) => {
    state.keys = state.keys.filter(({ name }) => name !== query.name);
    return { status: 204 as const, body: null };
  });

  server.on(listOrganizations, async () => ({ status: 200 as const, body: state.organizations }));
  server.on(createOrganization, async ({ query: { name } }) => {
    const created = { id: state.organizations.length + 1, name, station_quantity: 0 };
    state.organizations = [...state.organizations, created];
    return { status: 201 as const, body: { id: created.id, name } };
  });

  const { router } = openConsole(path);
  return { server, address: () => router.history.location.href };
}

/** The row of a table that contains a text. */
export function tableRow(text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

/** Presses a row's button, and confirms. */
export async function pressAndConfirm(row: Locator, name: string): Promise<void> {
  await row.getByRole("button", { name }).click();
  await row.getByRole("button", { name: "Are You Sure?" }).click();
}
