import { createApiKey, revokeApiKey } from "@groundcrew/shared/api-keys";
import { createOrganization } from "@groundcrew/shared/organizations";
import { changePermission, deleteUser, inviteUser } from "@groundcrew/shared/users";
import { administers, type Caller } from "./state.ts";
import { pick, textIn, type Planned, type Step } from "./step.ts";
import type { World } from "./world.ts";

export function organizing({ state, unique }: World, { one }: Step): Planned {
  const isTaken = one % 3 === 0;
  const name = isTaken ? (state.orgNames[0] ?? "") : `Other ${unique()}`;
  return {
    endpoint: createOrganization,
    request: { query: { name } },
    status: isTaken ? 409 : 201,
    apply: () => void (isTaken || state.orgNames.push(name)),
  };
}

export function keying({ state }: World, { does, one, other }: Step, caller: Caller): Planned | undefined {
  const org = pick(state.orgs, one) ?? 0;
  if (does === "createKey") {
    return {
      endpoint: createApiKey,
      request: { query: { org_id: org, description: `Reports ${other}`, kind: "general" } },
      status: administers(caller, org) ? 201 : 404,
      apply: ({ body }) =>
        void state.keys.push({ name: textIn(body, "name"), secret: textIn(body, "key"), org, isRevoked: false }),
    };
  }
  const key = pick(state.keys, other);
  if (!key) return undefined;
  const isThere = administers(caller, org) && key.org === org && !key.isRevoked;
  return {
    endpoint: revokeApiKey,
    request: { query: { org_id: org, name: key.name } },
    status: isThere ? 204 : 404,
    apply: () => void Object.assign(key, { isRevoked: true }),
  };
}

export function managing({ state, unique }: World, { does, one, other }: Step, caller: Caller): Planned | undefined {
  const customers = state.people.filter(({ org }) => org !== null);
  const person = pick(customers, one);
  const org = does === "invite" ? (pick(state.orgs, one) ?? 0) : person?.org;
  if (!person || org === undefined || org === null) return undefined;
  const isThere = administers(caller, org);
  if (does === "invite") {
    const email = `invited${unique()}@people.example`;
    return {
      endpoint: inviteUser,
      request: { query: { org_id: org, email } },
      status: isThere ? 201 : 404,
      apply: () => void state.invited.push({ email, org }),
    };
  }
  const { email } = person;
  const isSelf = caller.kind === "person" && caller.person === person;
  const otherStatus = isThere && !person.isDeleted ? (isSelf ? 409 : null) : 404;
  if (does === "deletePerson") {
    return {
      endpoint: deleteUser,
      request: { query: { org_id: org, email } },
      status: otherStatus ?? 204,
      apply: () => void Object.assign(person, { isDeleted: true }),
    };
  }
  const isManager = other % 2 === 0;
  return {
    endpoint: changePermission,
    request: { query: { org_id: org, email, can_manage: isManager } },
    status: otherStatus ?? 200,
    apply: () => void Object.assign(person, { isManager }),
  };
}
