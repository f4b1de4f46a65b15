import {
  deleteSingleSignOn,
  listSingleSignOn,
  saveSingleSignOn,
  testSingleSignOn,
} from "@groundcrew/shared/single-sign-on";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { findOrganization } from "../organizations/index.ts";
import { uniqueViolation, type SharedDb } from "../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, route, type Call } from "../platform/http/index.ts";
import type { Sealer } from "../platform/lib/index.ts";
import type { IdentityProviders } from "./identity-provider.ts";
import {
  findSignOnOf,
  findTakenDomain,
  insertSignOn,
  lockSignOn,
  removePendingSignOns,
  removeSignOn,
  selectSignOns,
  updateSignOn,
  type StoredSignOn,
} from "./queries.ts";

type Options = {
  db: SharedDb;
  signOn: { providers: IdentityProviders; clientSecrets: Sealer; redirectUri: string };
  /** The provider's own organization. */
  provider: string;
  now: () => Date;
};

const ENTER_SECRET = "Enter the client secret.";
const ENTER_SECRET_AGAIN = "Enter the client secret again, because the issuer is new.";
const NO_ROLES = "Everybody in this organization is a manager, so a claim decides nothing here.";
const HAS_CHANGED = "Somebody changed this single sign-on. Nothing was saved; load it again.";

/** The single sign-on of organizations, for admins. */
export function singleSignOnRoutes(app: FastifyInstance, options: Options): void {
  const { db, signOn } = options;

  route(app, listSingleSignOn, async () =>
    answer(200, { redirect_uri: signOn.redirectUri, organizations: await selectSignOns(db) }),
  );
  route(app, saveSingleSignOn, (call) => save(options, call));
  route(app, deleteSingleSignOn, (call) =>
    change(db, call, async (tx) => {
      const { organization: orgId } = call.params;
      const before = await lockSignOn(tx, orgId);
      if (!before) throw notFound();
      if (before.rev !== call.query.rev) throw changed(before);
      await removeSignOn(tx, orgId);
      await removePendingSignOns(tx, orgId);
      return { answer: answer(204, null), audit: { ...noteOf(orgId), before: loggedOf(before) } };
    }),
  );
  route(app, testSingleSignOn, async (call) => {
    const { issuer, client_id: clientId, client_secret } = call.body;
    const { id } = await organizationCalled(db, call.params.organization);
    const stored = await findSignOnOf(db, id);
    const clientSecret = client_secret ?? keptSecret(options, stored, issuer);
    return answer(200, { problem: await signOn.providers.findProblem({ issuer, clientId, clientSecret }) });
  });
}

async function save(options: Options, call: Call<typeof saveSingleSignOn>) {
  const { db, signOn, provider, now } = options;
  const { rev, client_secret, ...fields } = call.body;
  const { id: orgId, name } = await organizationCalled(db, call.params.organization);
  if (name === provider && fields.role_claim !== null) {
    throw new Problem(422, [{ field: "role_claim", message: NO_ROLES }]);
  }
  const by = { edited_by: authorOf(call.principal), edited: now().toISOString() };
  return change(db, call, async (tx) => {
    const before = await lockSignOn(tx, orgId);
    if ((before?.rev ?? null) !== rev) throw changed(before);
    const taken = await findTakenDomain(tx, orgId, fields.domains);
    if (taken) throw new Problem(409, `${taken.domain} belongs to ${taken.name}.`);
    const secret = client_secret ?? keptSecret(options, before, fields.issuer);
    const row = { ...fields, sealed: signOn.clientSecrets.seal(secret), ...by };
    if (before) await updateSignOn(tx, orgId, row).catch(refuseTaken);
    else if (!(await insertSignOn(tx, orgId, row).catch(refuseTaken))) throw changed(undefined);
    if (!row.is_on || before?.issuer !== row.issuer) await removePendingSignOns(tx, orgId);
    const after = await findSignOnOf(tx, orgId);
    if (!after) throw new Error(`The single sign-on of organization ${orgId} was not stored.`);
    const audit = {
      ...noteOf(orgId),
      ...(before && { before: loggedOf(before) }),
      after: { ...loggedOf(after), new_secret: client_secret !== null },
    };
    return { answer: answer(200, after), audit };
  });
}

async function organizationCalled(db: SharedDb, id: number): Promise<{ id: number; name: string }> {
  const found = await findOrganization(db, id);
  if (!found) throw notFound();
  return found;
}

/** The stored secret. It is not sent to an issuer for which it was not entered. */
function keptSecret({ signOn }: Options, stored: StoredSignOn | undefined, issuer: string): string {
  const isMoved = stored !== undefined && stored.issuer !== issuer;
  const secret = stored === undefined || isMoved ? null : signOn.clientSecrets.open(stored.sealed);
  if (secret !== null) return secret;
  throw new Problem(422, [{ field: "client_secret", message: isMoved ? ENTER_SECRET_AGAIN : ENTER_SECRET }]);
}

function changed(before: { edited_by: string } | undefined): Problem {
  return new Problem(412, before ? HAS_CHANGED.replace("Somebody", before.edited_by) : HAS_CHANGED);
}

/** Another organization has got one of the domains at the same moment. */
function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) === null) throw error;
  throw new Problem(409, "Another organization has just got one of these domains.");
}

function noteOf(orgId: number) {
  return { target: `organization ${orgId}`, orgId };
}

/** The fields that the audit log records: not the secret. */
function loggedOf({ name, issuer, client_id, domains, ...stored }: StoredSignOn) {
  const { trusts_emails, role_claim, manager_values, creates_users, is_on } = stored;
  const rights = { role_claim, manager_values, creates_users };
  return { name, issuer, client_id, domains, trusts_emails, ...rights, is_on };
}
