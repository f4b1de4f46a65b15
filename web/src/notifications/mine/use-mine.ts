import {
  addMyDevice,
  changeQuietHours,
  getMyNotifications,
  listMyDevices,
  removeMyDevice,
  subscribeToRule,
  subscribeToTopic,
  testMyDevice,
  type NewDevice,
  type PersonalTopic,
  type QuietHours,
  type Subscription,
} from "@groundcrew/shared/notifications";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { toast } from "../../ui/index.ts";
import { ownFingerprint, unsubscribeBrowser } from "./push.ts";
import { useServerData, useServerValue } from "../../data/index.ts";

/** How the user is notified. */
export function useMyNotifications() {
  return useServerData(getMyNotifications, { query: {} });
}

/** The user's devices that receive push messages. */
export function useMyDevices() {
  return useServerData(listMyDevices, { query: {} });
}

export type Subject = { rule: number } | { topic: PersonalTopic };

/** Sets how the user is notified of a rule or a topic. */
export function useSubscribe(to: Subject) {
  return useServerMutation({
    shows: [getMyNotifications],
    run: async (wanted: Subscription) =>
      "rule" in to
        ? (await call(subscribeToRule, { params: { rule: to.rule }, body: wanted })).body
        : (await call(subscribeToTopic, { params: { topic: to.topic }, body: wanted })).body,
    onError: (error) => toast("danger", ...failedWrite(error, "This was not changed.")),
  });
}

export function useQuietHours(onDone: () => void) {
  return useServerMutation({
    shows: [getMyNotifications],
    run: async (quiet: QuietHours | null) => (await call(changeQuietHours, { body: { quiet } })).body,
    onSuccess({ quiet }) {
      toast("success", quiet === null ? "You have no quiet hours" : "Saved your quiet hours");
      onDone();
    },
  });
}

/** A device to remove; `isOwn` if it is this browser. */
type RemovedDevice = { id: number; isOwn: boolean };

/** The fingerprint of this browser's subscription; null if it has none, or it is not known yet. Read again when the devices change. */
export function useOwnFingerprint(): string | null {
  return useServerValue(listMyDevices, { query: {} }, { nameInCache: "own", load: ownFingerprint }).data ?? null;
}

export function useDeviceChanges() {
  return {
    add: useServerMutation({
      run: async (body: NewDevice, once) => (await call(addMyDevice, { body }, once)).body,
      onSuccess: () => toast("success", "This device receives push messages"),
    }),
    remove: useServerMutation({
      lockName: ({ id }: RemovedDevice) => String(id),
      async run({ id, isOwn }: RemovedDevice) {
        await call(removeMyDevice, { params: { device: id }, query: {} });
        if (isOwn) await unsubscribeBrowser();
      },
      onSuccess: () => toast("success", "Removed the device"),
      onError: (error) => toast("danger", ...failedWrite(error, "The device was not removed.")),
    }),
    test: useServerMutation({
      lockName: String,
      ifUnanswered: "The test may have been sent.",
      run: async (id: number) => (await call(testMyDevice, { params: { device: id }, body: {} })).body,
      onSuccess: ({ result, why }) =>
        result === "delivered" ? toast("success", "The test was sent") : toast("danger", "The test was not sent.", why),
      onError: (error) => toast("danger", ...failedWrite(error, "The test was not sent.")),
    }),
  };
}
