import {
  alertKind,
  isAboutServer,
  isStaffKind,
  MAX_MUTE_DAYS,
  type changeAlertOwner,
  type muteAlert,
  type unmuteAlert,
} from "@groundcrew/shared/alerts";
import { DAY_MS, MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Brand } from "@groundcrew/shared/brand";
import { z } from "zod";
import { change, type Revert } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { answer, notFound, Problem, type Call } from "../platform/http/index.ts";
import { utcText } from "../platform/lib/index.ts";
import type { Ownership } from "@groundcrew/shared/ownership";
import { notifyOfAlerts } from "../notifications/index.ts";
import { actOnOwner, auditOfOwner, notifyOfChange, ownerConflict, returnOwner } from "../ownership/index.ts";
import {
  deleteMute,
  findMute,
  isAlertAssignee,
  lockAlert,
  addAlertHistory,
  putMute,
  selectAnnouncedRules,
  touchAlert,
  type LockedAlert,
} from "./alert-act-queries.ts";
import { selectAlertHistory } from "./alert-details-queries.ts";
import { findAlert } from "./alert-queries.ts";
import { alertViewer, type AlertViewer } from "./alert-viewer.ts";

/** The context of an act on an alert. `now` is in ms. */
export type AlertWork = { db: Db; viewer: AlertViewer; now: number };

const ENDED = "This alert has ended.";
/** A change within this time may be the one that the caller has not seen yet. */
const RECENT_MS = 10 * MINUTE_MS;

/** Mutes an alert for the caller's side. */
export async function mute({ db, viewer, now }: AlertWork, call: Call<typeof muteAlert>) {
  const { until, why, rev } = call.body;
  requireMuteTime(until, now);
  return change(db, call, async (tx) => {
    const locked = await lockSeen(tx, viewer, { id: call.params.alert, rev, now });
    const before = await findMute(tx, locked.id, viewer.side);
    await putMute(tx, locked, { side: viewer.side, until, by: viewer.name, why });
    await touchAlert(tx, locked.id);
    const what = `${viewer.name} muted this until ${utcText(new Date(until))}: ${why}`;
    await addAlertHistory(tx, locked.id, { side: viewer.side, what });
    return {
      answer: answer(200, await written(tx, viewer, locked.id)),
      audit: {
        ...targetOf(locked, viewer),
        ...(before && { before: { muted: before } }),
        after: { muted: { until, why } },
      },
    };
  });
}

const mutedAct = z.object({ muted: z.object({ until: z.string(), why: z.string(), by: z.string().optional() }) });

/** Unmutes an alert that the act muted, or mutes it as it was before. */
export function revertMute(brand: Pick<Brand, "product">): Revert {
  return async (tx, [act], { principal, scope }) => {
    const viewer = alertViewer(principal, scope, brand);
    const after = mutedAct.safeParse(act?.after).data?.muted;
    const locked = act && (await lockAlert(tx, viewer, Number(act.id)));
    if (!locked || !after) throw notFound();
    const muted = await findMute(tx, locked.id, viewer.side);
    if (locked.ended || muted?.why !== after.why || Date.parse(muted.until) !== Date.parse(after.until)) return null;
    const before = mutedAct.safeParse(act.before).data?.muted;
    if (before) await putMute(tx, locked, { side: viewer.side, ...before, by: before.by ?? viewer.name });
    else await deleteMute(tx, locked.id, viewer.side);
    await touchAlert(tx, locked.id);
    await addAlertHistory(tx, locked.id, { side: viewer.side, what: `${viewer.name} undid muting this` });
    return [];
  };
}

/** Unmutes an alert for the caller's side. */
export async function unmute({ db, viewer, now }: AlertWork, call: Call<typeof unmuteAlert>) {
  return change(db, call, async (tx) => {
    const locked = await lockSeen(tx, viewer, { id: call.params.alert, rev: call.query.rev, now });
    const wasMuted = await deleteMute(tx, locked.id, viewer.side);
    if (wasMuted) {
      await touchAlert(tx, locked.id);
      await addAlertHistory(tx, locked.id, { side: viewer.side, what: `${viewer.name} unmuted this` });
    }
    return {
      answer: answer(200, await written(tx, viewer, locked.id)),
      audit: wasMuted ? { ...targetOf(locked, viewer), after: { muted: null } } : [],
    };
  });
}

/** Changes the owner of an alert on the caller's side. Of several people, the first succeeds; the others get a 409 with the current owner. */
export async function changeOwnerOf({ db, viewer, now }: AlertWork, call: Call<typeof changeAlertOwner>) {
  const { body, principal } = call;
  return change(db, call, async (tx) => {
    const locked = await lockAlert(tx, viewer, call.params.alert);
    if (!locked) throw notFound();
    if (locked.ended) throw ownerConflict(ENDED, null);
    const adminsOnly = isForAdmins(locked);
    const { before, ownership } = await actOnOwner(tx, {
      subject: { kind: "alert", subject: locked.subject },
      body,
      principal,
      now,
      isAssignee: (inside, id) => isAlertAssignee(inside, id, { orgId: viewer.orgId, adminsOnly }),
    });
    await touchAlert(tx, locked.id);
    if (isAcknowledgement(before, ownership)) await notifyOfAcknowledgement(tx, locked, { viewer, now });
    const me = { id: viewer.userId, name: viewer.name };
    await notifyOfChange(tx, { kind: "alert", subject: locked.subject }, { body, before, ownership, me, now });
    return {
      answer: answer(200, { ownership }),
      audit: { ...targetOf(locked, viewer), ...auditOfOwner(body, { before, ownership }) },
    };
  });
}

/** Undoes acknowledging, assigning or releasing an alert. Its channels are not notified. */
export function revertAlertOwner(brand: Pick<Brand, "product">): Revert {
  return async (tx, [act], { principal, scope }) => {
    const viewer = alertViewer(principal, scope, brand);
    const locked = act && (await lockAlert(tx, viewer, Number(act.id)));
    if (!locked) throw notFound();
    const isReturned =
      !locked.ended &&
      (await returnOwner(tx, act, {
        subject: { kind: "alert", subject: locked.subject },
        principal,
        isAssignee: (inside, id) =>
          isAlertAssignee(inside, id, { orgId: viewer.orgId, adminsOnly: isForAdmins(locked) }),
      }));
    if (isReturned) await touchAlert(tx, locked.id);
    return isReturned ? [] : null;
  };
}

/** True if an alert is now acknowledged by someone who had not acknowledged it before. */
function isAcknowledgement(before: Ownership | null, after: Ownership | null): boolean {
  if (after === null || after.acknowledged_at === null) return false;
  return before === null || before.acknowledged_at === null || before.owner_id !== after.owner_id;
}

/** Notifies the channels of the side that someone has acknowledged the alert. */
async function notifyOfAcknowledgement(
  tx: Db,
  { id }: LockedAlert,
  { viewer, now }: Pick<AlertWork, "viewer" | "now">,
): Promise<void> {
  const rules = await selectAnnouncedRules(tx, id, viewer.side);
  const events = rules.map((rule) => ({ type: "acknowledged" as const, alert: id, rule }));
  await notifyOfAlerts(tx, events, now);
}

function requireMuteTime(until: Timestamp, now: number): void {
  const inMs = Date.parse(until) - now;
  if (inMs > 0 && inMs <= MAX_MUTE_DAYS * DAY_MS) return;
  const message = inMs <= 0 ? "Choose a time in the future." : `Choose a time within ${MAX_MUTE_DAYS} days.`;
  throw new Problem(422, [{ field: "until", message }]);
}

/** Locks an alert at the revision that the caller loaded: 404 for one that they do not see, 409 when it has ended, 412 when it has changed since. */
async function lockSeen(
  tx: Db,
  viewer: AlertViewer,
  { id, rev, now }: { id: number; rev: number; now: number },
): Promise<LockedAlert> {
  const locked = await lockAlert(tx, viewer, id);
  if (!locked) throw notFound();
  if (locked.ended) throw new Problem(409, ENDED);
  if (locked.rev === rev) return locked;
  const [latest] = await selectAlertHistory(tx, viewer, id);
  const isRecent = latest !== undefined && Date.parse(latest.at) > now - RECENT_MS;
  const changed = isRecent ? `: ${latest.what}` : "";
  throw new Problem(412, `This alert was changed${changed}. Nothing was saved; load it again.`);
}

async function written(tx: Db, viewer: AlertViewer, id: number) {
  const alert = await findAlert(tx, viewer, id);
  if (!alert) throw new Error(`Alert ${id} is gone.`);
  return alert;
}

/** True if only admins see an alert, so that only they can own it. */
function isForAdmins({ kind, org_id }: LockedAlert): boolean {
  if (isAboutServer(kind)) return false;
  const known = alertKind.safeParse(kind).data;
  return org_id === null || known === undefined || isStaffKind(known);
}

/** The target of an act in the audit log. Acts of support staff do not belong to the organization. */
function targetOf({ id }: LockedAlert, { orgId }: AlertViewer) {
  return { target: `alert ${id}`, orgId };
}
