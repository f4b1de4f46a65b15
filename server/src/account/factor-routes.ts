import {
  addApp,
  beginApp,
  confirmIdentity,
  lastFactorSentence,
  removeApp,
  renewRecoveryCodes,
} from "@groundcrew/shared/account";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import {
  acceptedStep,
  appUri,
  base32,
  beginStepCheck,
  deleteApp,
  deleteFactors,
  hasFactor,
  lockFactors,
  newRecoveryCodes,
  replaceApp,
  replaceCodes,
} from "../factors/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, notFound, Problem, route, type Call } from "../platform/http/index.ts";
import { addJob } from "../platform/jobs/index.ts";
import { confirmSession, findSession, unconfirmOtherSessions } from "../sessions/index.ts";
import { factorChangedMail, type FactorChange } from "../users/index.ts";
import { callerOf } from "./caller.ts";
import { checkOwnPassword, type AccountOptions } from "./change-password.ts";
import { findProfile } from "./queries.ts";

const LATE = "Adding this app has taken too long. Begin again.";
const WRONG_FIRST = "That code is not right. Is the clock of your phone set by itself?";
const NO_FACTOR =
  "Recovery codes replace a second step, and you have none. Add a passkey or an authenticator app first.";
const STEP_NEEDED = "Your password is not enough here. Use your second step.";

/** A user's own second factors, and the proof that they are still the one at the browser. */
export function factorRoutes(app: FastifyInstance, options: AccountOptions): void {
  const { db, factors, product, now } = options;

  route(app, confirmIdentity, (call) => confirm(options, call));

  route(app, beginApp, async (call) => {
    const { userId, email } = callerOf(call);
    const secret = factors.newSecret();
    const setup = factors.beginSetup({ userId, secret, now: now() });
    return answer(200, { secret: base32(secret), uri: appUri({ secret, product, email }), setup });
  });

  route(app, addApp, (call) => add(options, call));

  route(app, removeApp, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      await lockFactors(tx, userId);
      if (!(await deleteApp(tx, userId))) throw notFound();
      await removeLastCodes(tx, userId);
      await mailChange(tx, call, { change: "app_removed", at: now() });
      return { answer: answer(204, null), audit: { target, orgId } };
    }),
  );

  route(app, renewRecoveryCodes, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      await lockFactors(tx, userId);
      if (!(await hasFactor(tx, userId))) throw new Problem(409, NO_FACTOR);
      const recovery_codes = await makeCodes(tx, options, userId);
      await mailChange(tx, call, { change: "codes_renewed", at: now() });
      return { answer: answer(200, { recovery_codes }), audit: { target, orgId }, secret: true };
    }),
  );
}

async function add(options: AccountOptions, call: Call<typeof addApp>) {
  const { db, factors, now } = options;
  const { userId, tokenHash, target, orgId } = callerOf(call);
  const { setup, code } = call.body;
  const secret = factors.openSetup(setup, { userId, now: now() });
  if (!secret) throw new Problem(409, LATE);
  const step = acceptedStep(secret, code, { now: now(), last: 0 });
  if (step === null) throw new Problem(422, WRONG_FIRST);
  return change(db, call, async (tx) => {
    const recovery_codes = await beginAddition(tx, options, { userId, tokenHash });
    const wasThere = await replaceApp(tx, { userId, sealed: factors.seal(secret), step, now: now() });
    await mailChange(tx, call, { change: "app_added", at: now() });
    return {
      answer: answer(200, { recovery_codes }),
      audit: { target, orgId, after: { replaced: wasThere } },
      secret: true,
    };
  });
}

/** Reports a change of second factors to their user by email, in case somebody else made it. */
export async function mailChange(
  tx: SharedDb,
  call: Parameters<typeof callerOf>[0],
  changed: { change: FactorChange; at: Date },
): Promise<void> {
  const { email } = callerOf(call);
  await addJob(tx, factorChangedMail, { payload: { email, ...changed, at: changed.at.toISOString() } });
}

/**
 * Begins to add a second factor. Returns recovery codes for a user who has none yet: what other sessions were confirmed with, such as the password, is no
 * proof any more then.
 */
export async function beginAddition(
  tx: SharedDb,
  options: AccountOptions,
  { userId, tokenHash }: { userId: number; tokenHash: Uint8Array },
): Promise<string[]> {
  await lockFactors(tx, userId);
  // A reset of the second step or a new password may have ended it while this waited.
  if (!(await findSession(tx, tokenHash, options.now()))) throw new Problem(401, "Log in to continue.");
  if (await hasFactor(tx, userId)) return [];
  await unconfirmOtherSessions(tx, { userId, tokenHash });
  return makeCodes(tx, options, userId);
}

/** Removes the recovery codes of a user who has no second factor any more. The organization may require one: then the last one stays. */
export async function removeLastCodes(tx: SharedDb, userId: number): Promise<void> {
  if (await hasFactor(tx, userId)) return;
  const profile = await findProfile(tx, userId);
  if (profile && profile.second_step_from !== null) throw new Problem(409, lastFactorSentence(profile.organization));
  await deleteFactors(tx, userId);
}

async function makeCodes(tx: SharedDb, { factors, now }: AccountOptions, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceCodes(tx, { userId, hashes: codes.map((code) => factors.hashRecoveryCode(userId, code)), now: now() });
  return codes;
}

/** A user with a second factor proves with it who they are: an open browser may know the password. */
async function confirm({ db, factors, passkeys, throttle, now }: AccountOptions, call: Call<typeof confirmIdentity>) {
  const { userId, tokenHash, target, orgId } = callerOf(call);
  const { body } = call;
  if (body.type === "password") {
    await refuseWithFactor(db, userId);
    await checkOwnPassword({ db, throttle }, userId, body.password);
  }
  const subject = { target, orgId, after: { by: body.type } };
  const check =
    body.type === "password"
      ? null
      : await beginStepCheck({ db, factors, passkeys, userId, subject, now: now() }, body);
  const confirmed = change(db, call, async (tx) => {
    if (check && !(await check.use(tx))) {
      throw new Problem(422, check.wrong, { subject });
    }
    if (!check) {
      // A second factor may have been added while the password was checked.
      await lockFactors(tx, userId);
      await refuseWithFactor(tx, userId);
    }
    await confirmSession(tx, tokenHash, now());
    return { answer: answer(204, null), audit: subject };
  });
  return check ? check.settle(confirmed) : confirmed;
}

async function refuseWithFactor(db: SharedDb, userId: number): Promise<void> {
  if (await hasFactor(db, userId)) throw new Problem(409, STEP_NEEDED);
}
