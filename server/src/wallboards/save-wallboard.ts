import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import {
  WALLBOARDS_MAX,
  type changeWallboard,
  type createWallboard,
  type renewWallboard,
  type revokeWallboard,
} from "@groundcrew/shared/wallboards";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import { hashSecret, newToken, writeToken } from "../platform/lib/index.ts";
import {
  countWallboards,
  deleteWallboard,
  insertWallboard,
  lockWallboard,
  updateEnd,
  updateWallboard,
} from "./queries.ts";

/** With what the names of tokens begin. */
export const WALL = "wall";

type Options = { db: SharedDb; now: () => number };

/** Creates a wallboard, and returns its token this once. */
export async function createOne({ db, now }: Options, call: Call<typeof createWallboard>, orgId: number) {
  const { days, ...settings } = call.body;
  const token = newToken(WALL);
  return change(db, call, async (tx) => {
    if ((await countWallboards(tx, orgId)) >= WALLBOARDS_MAX) {
      throw new Problem(409, `An organization has at most ${WALLBOARDS_MAX} wallboards. Revoke one first.`);
    }
    const ends = after(now(), days);
    const row = { orgId, tokenName: token.name, secretHash: hashSecret(token.secret), ends, settings };
    const wallboard = await insertWallboard(tx, row);
    return {
      answer: answer(201, { wallboard, token: writeToken(token) }),
      audit: { target: `wallboard ${wallboard.id}`, orgId, after: { ...settings, ends } },
      secret: true,
    };
  });
}

/** Changes what a wallboard shows. */
export async function changeOne({ db }: Options, call: Call<typeof changeWallboard>) {
  const { rev, ...settings } = call.body;
  return change(db, call, async (tx) => {
    const { wallboard: before, orgId } = await locked(tx, call);
    if (before.rev !== rev) throw new Problem(412, "Someone changed this wallboard. Nothing was saved; load it again.");
    const { name, view, pages, turn_s, theme } = before;
    return {
      answer: answer(200, await updateWallboard(tx, before.id, settings)),
      audit: {
        target: `wallboard ${before.id}`,
        orgId,
        before: { name, view, pages, turn_s, theme },
        after: settings,
      },
    };
  });
}

/** Has a wallboard end some days from now. */
export async function renewOne({ db, now }: Options, call: Call<typeof renewWallboard>) {
  return change(db, call, async (tx) => {
    const { wallboard: before, orgId } = await locked(tx, call);
    const { id, name } = before;
    const ends = after(now(), call.body.days);
    return {
      answer: answer(200, await updateEnd(tx, id, ends)),
      audit: { target: `wallboard ${id}`, orgId, before: { name, ends: before.ends }, after: { name, ends } },
    };
  });
}

/** Revokes a wallboard. Its next call is refused. */
export async function revokeOne({ db }: Options, call: Call<typeof revokeWallboard>) {
  return change(db, call, async (tx) => {
    const { wallboard, orgId } = await locked(tx, call);
    const { id, name } = wallboard;
    await deleteWallboard(tx, id);
    return { answer: answer(204, null), audit: { target: `wallboard ${id}`, orgId, before: { name } } };
  });
}

type Addressed = { principal: Principal; params: { wallboard: number } };

/** Locks a wallboard that a person may change: one of their organization, or any for admins. */
async function locked(tx: SharedDb, { principal, params }: Addressed) {
  if (principal.kind !== "user") throw notFound();
  const { can_admin, org_id } = principal.user;
  const found = await lockWallboard(tx, params.wallboard, can_admin ? null : org_id);
  if (!found) throw notFound();
  return found;
}

function after(now: number, days: number): Timestamp {
  return new Date(now + days * DAY_MS).toISOString();
}
