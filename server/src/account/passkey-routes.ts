import { addPasskey, beginPasskey, MAX_PASSKEYS, removePasskey, renamePasskey } from "@groundcrew/shared/account";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import {
  ALGORITHMS,
  deletePasskey,
  insertPasskey,
  lockFactors,
  selectCredentials,
  takeChallenge,
  updatePasskeyName,
} from "../factors/index.ts";
import { answer, notFound, Problem, route, type Call } from "../platform/http/index.ts";
import { callerOf } from "./caller.ts";
import type { AccountOptions } from "./change-password.ts";
import { beginAddition, mailChange, removeLastCodes } from "./factor-routes.ts";

const NOT_RIGHT = "The passkey was not confirmed, or adding it has taken too long. Begin again.";
const KNOWN = "This passkey is in use already.";
const TOO_MANY = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;

const publicKey = "public-key" as const;

/** A user's own passkeys. */
export function passkeyRoutes(app: FastifyInstance, options: AccountOptions): void {
  const { db, passkeys, product, now } = options;

  route(app, beginPasskey, async (call) => {
    const { userId, email, principal } = callerOf(call);
    const known = await selectCredentials(db, userId);
    if (known.length >= MAX_PASSKEYS) throw new Problem(409, TOO_MANY);
    return answer(200, {
      challenge: passkeys.challenge(now()),
      rp: { id: passkeys.rpId, name: product },
      // Browsers replace a passkey of the same user by the new one, if it is in the same place.
      user: {
        id: Buffer.from(`user ${userId}`).toString("base64url"),
        name: email,
        displayName: principal.user.name || email,
      },
      timeout: passkeys.timeoutMs,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: publicKey, alg })),
      excludeCredentials: known.map(({ id, transports }) => ({ type: publicKey, id, transports })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    });
  });

  route(app, addPasskey, (call) => add(options, call));

  route(app, renamePasskey, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      const { name } = call.body;
      const before = await updatePasskeyName(tx, { userId, id: call.params.id, name });
      if (before === undefined) throw notFound();
      const audit = before === name ? [] : { target, orgId, before: { name: before }, after: { name } };
      return { answer: answer(204, null), audit };
    }),
  );

  route(app, removePasskey, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      await lockFactors(tx, userId);
      const name = await deletePasskey(tx, userId, call.params.id);
      if (name === undefined) throw notFound();
      await removeLastCodes(tx, userId);
      await mailChange(tx, call, { change: "passkey_removed", at: now() });
      return { answer: answer(204, null), audit: { target, orgId, before: { name } } };
    }),
  );
}

async function add(options: AccountOptions, call: Call<typeof addPasskey>) {
  const { db, passkeys, now } = options;
  const { userId, tokenHash, target, orgId } = callerOf(call);
  const { name, transports } = call.body;
  const made = await passkeys.verifyNew(call.body, now());
  if (!made) throw new Problem(422, NOT_RIGHT);
  return change(db, call, async (tx) => {
    const recovery_codes = await beginAddition(tx, options, { userId, tokenHash });
    if ((await selectCredentials(tx, userId)).length >= MAX_PASSKEYS) throw new Problem(409, TOO_MANY);
    if (!(await takeChallenge(tx, made))) throw new Problem(422, NOT_RIGHT);
    const { credential } = made;
    if (!(await insertPasskey(tx, { userId, name, credential, transports, now: now() }))) throw new Problem(409, KNOWN);
    await mailChange(tx, call, { change: "passkey_added", at: now() });
    return { answer: answer(200, { recovery_codes }), audit: { target, orgId, after: { name } }, secret: true };
  });
}
