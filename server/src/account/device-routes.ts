import { acceptDevice, changeNotices, rejectDevice } from "@groundcrew/shared/account";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { lockFactors } from "../factors/index.ts";
import { answer, notFound, Problem, route } from "../platform/http/index.ts";
import {
  acceptDeviceOf,
  deleteSessionOf,
  deviceOfSession,
  isInNewDevice,
  rejectDeviceOf,
  updateDeviceMails,
} from "../sessions/index.ts";
import { callerOf } from "./caller.ts";
import type { AccountOptions } from "./change-password.ts";
import { mailChange } from "./factor-routes.ts";

const NEW_ITSELF = "The device you are using is new itself. Say this on one that you have used before.";

/** Sessions in browsers that were new, and the emails about them. */
export function deviceRoutes(app: FastifyInstance, { db, now }: Pick<AccountOptions, "db" | "now">): void {
  route(app, acceptDevice, (call) =>
    change(db, call, async (tx) => {
      const { userId, tokenHash, target, orgId } = callerOf(call);
      await lockFactors(tx, userId);
      if (await isInNewDevice(tx, tokenHash)) throw new Problem(409, NEW_ITSELF);
      if (!(await acceptDeviceOf(tx, { userId, id: call.params.id }, tokenHash))) throw notFound();
      return { answer: answer(204, null), audit: { target, orgId } };
    }),
  );

  route(app, rejectDevice, (call) =>
    change(db, call, async (tx) => {
      const { userId, tokenHash, target, orgId } = callerOf(call);
      const session = { userId, id: call.params.id };
      await lockFactors(tx, userId);
      const deviceHash = await deviceOfSession(tx, session);
      const outcome = await deleteSessionOf(tx, { ...session, tokenHash });
      if (outcome === "unknown" && deviceHash === null) throw notFound();
      if (outcome === "is current") throw new Problem(409, "This is the session you are using. Log out to end it.");
      if (deviceHash) await rejectDeviceOf(tx, { userId, deviceHash }, tokenHash);
      return { answer: answer(204, null), audit: { target, orgId } };
    }),
  );

  route(app, changeNotices, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      const { new_device } = call.body;
      const before = await updateDeviceMails(tx, userId, new_device);
      if (before === undefined) throw notFound();
      if (before && !new_device) await mailChange(tx, call, { change: "device_mails_off", at: now() });
      const audit =
        before === new_device ? [] : { target, orgId, before: { new_device: before }, after: { new_device } };
      return { answer: answer(204, null), audit };
    }),
  );
}
