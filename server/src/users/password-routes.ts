import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { requestPasswordReset, setPassword } from "@groundcrew/shared/users";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route, type Call } from "../platform/http/index.ts";
import { addJob } from "../platform/jobs/index.ts";
import { deleteSessionsOf, hashNewPassword, type DeviceCookie } from "../sessions/index.ts";
import { networkOf, type Throttle } from "../platform/throttle/index.ts";
import { hashCode, passwordChangedMail, passwordMail } from "./mails.ts";
import { acceptInvitation, findInvitationByCode } from "./invitation-queries.ts";
import { findCode, takeCode, updatePassword } from "./queries.ts";

type Options = { db: SharedDb; throttle: Throttle; device: DeviceCookie; product: string; now: () => Date };

const RESET_WAITS = { free: 10, firstMs: MINUTE_MS, longestMs: HOUR_MS };
/**
 * Limit for browsers that have never logged in to the account in question, over all networks, so that everyone else still gets their email
 * during an attack.
 */
const UNKNOWN_DEVICES_A_MINUTE = 60;
const EXPIRED =
  "This link no longer works. Request a new one with 'Forgot Password?' on the login page, or ask to be invited again.";

/** Setting a password with a link from an email, and requesting that email. */
export function passwordRoutes(app: FastifyInstance, options: Options): void {
  const { db, throttle, device, now } = options;
  const unknownDevices = atMostAMinute(UNKNOWN_DEVICES_A_MINUTE, now);

  route(app, requestPasswordReset, async (call) => {
    const { email } = call.query;
    await throttle.begin([{ key: `reset ${networkOf(call.request.ip)}`, waits: RESET_WAITS, success: "clears" }]);
    if (!device.nameFor(call.request.cookies, email) && !unknownDevices.take()) throw tooMany();
    const request = { request_id: call.request.id, ip: call.request.ip };
    // Whether the user exists is only checked when the email is written: here the response time would reveal it.
    await addJob(db, passwordMail, { payload: { email, request } });
    return answer(204, null);
  });

  route(app, setPassword, (call) => setNewPassword(options, call));
}

function tooMany(): Problem {
  const sentence = "Too many people are asking for this right now. Try again in a minute.";
  return new Problem(429, sentence, { headers: { "retry-after": "60" } });
}

/** `take` returns true this many times in each minute of the clock. */
function atMostAMinute(most: number, now: () => Date): { take: () => boolean } {
  let minute = 0;
  let taken = 0;
  return {
    take() {
      const current = Math.floor(now().getTime() / MINUTE_MS);
      if (current !== minute) taken = 0;
      minute = current;
      taken += 1;
      return taken <= most;
    },
  };
}

async function setNewPassword({ db, device, product, now }: Options, call: Call<typeof setPassword>) {
  const { email, password } = call.body;
  const codeHash = hashCode(call.query.code);
  const lookup = { email, codeHash, now: now() };
  const found = (await findCode(db, lookup)) ?? (await findInvitationByCode(db, lookup));
  if (!found) throw new Problem(404, EXPIRED);
  const { orgId, organization } = found;
  const passwordHash = await hashNewPassword(password, [email, organization, product]);
  return change(db, call, async (tx) => {
    if ("userId" in found) {
      if (!(await takeCode(tx, found.userId, codeHash))) throw new Problem(404, EXPIRED);
      const isFirst = await updatePassword(tx, { userId: found.userId, passwordHash, now: now() });
      if (!isFirst) await addJob(tx, passwordChangedMail, { payload: { email, at: now().toISOString() } });
      await deleteSessionsOf(tx, found.userId);
    } else if (!(await acceptInvitation(tx, found, { passwordHash, now: now() }))) throw new Problem(404, EXPIRED);
    // The reader of the account's email is its owner: other people's guesses must not delay the login that follows.
    const headers = { "set-cookie": device.remember(call.request.cookies, email).cookie };
    return { answer: answer(204, null, headers), audit: { target: `user ${email}`, orgId } };
  });
}
