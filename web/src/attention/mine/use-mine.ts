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
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call, failedWrite, queryKeys, useServerMutation } from "../../api/index.ts";
import { useLiveQuery } from "../../freshness/index.ts";
import { toast } from "../../ui/index.ts";
import { ownFingerprint, unsubscribeBrowser } from "./push.ts";

/** How the user is notified. */
export function useMyNotifications() {
  return useLiveQuery(
    {
      queryKey: queryKeys.notifications.mine,
      queryFn: async ({ signal }) => (await call(getMyNotifications, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}

/** The user's devices that receive push messages. */
export function useMyDevices() {
  return useLiveQuery(
    {
      queryKey: queryKeys.notifications.devices,
      queryFn: async ({ signal }) => (await call(listMyDevices, { query: {} }, { signal })).body,
    },
    MINUTE_MS,
  );
}

/** A rule or a topic, and how the user wants to be notified of it. */
export type Subscribed = { to: { rule: number } | { topic: PersonalTopic }; wanted: Subscription };

export function useSubscribe() {
  const client = useQueryClient();
  return useServerMutation({
    lockName: ({ to }: Subscribed) => JSON.stringify(to),
    run: async ({ to, wanted }: Subscribed) =>
      "rule" in to
        ? (await call(subscribeToRule, { params: { rule: to.rule }, body: wanted })).body
        : (await call(subscribeToTopic, { params: { topic: to.topic }, body: wanted })).body,
    onError: (error) => toast("danger", ...failedWrite(error, "This was not changed.")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.notifications.mine }),
  });
}

export function useQuietHours(onDone: () => void) {
  const client = useQueryClient();
  return useServerMutation({
    run: async (quiet: QuietHours | null) => (await call(changeQuietHours, { body: { quiet } })).body,
    async onSuccess({ quiet }) {
      toast("success", quiet === null ? "You have no quiet hours" : "Saved your quiet hours");
      await client.invalidateQueries({ queryKey: queryKeys.notifications.mine });
      onDone();
    },
  });
}

/** A device to remove; `isOwn` if it is this browser. */
type RemovedDevice = { id: number; isOwn: boolean };

/** The fingerprint of this browser's subscription; null if it has none, or it is not known yet. Read again when the devices change. */
export function useOwnFingerprint(): string | null {
  const queryKey = [...queryKeys.notifications.devices, "own"];
  return useQuery({ queryKey, queryFn: ownFingerprint, networkMode: "always" }).data ?? null;
}

export function useDeviceChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.notifications.devices });
  return {
    add: useServerMutation({
      run: async (body: NewDevice, once) => (await call(addMyDevice, { body }, once)).body,
      onSuccess: () => toast("success", "This device receives push messages"),
      onSettled,
    }),
    remove: useServerMutation({
      lockName: ({ id }: RemovedDevice) => String(id),
      async run({ id, isOwn }: RemovedDevice) {
        await call(removeMyDevice, { params: { device: id }, query: {} });
        if (isOwn) await unsubscribeBrowser();
      },
      onSuccess: () => toast("success", "Removed the device"),
      onError: (error) => toast("danger", ...failedWrite(error, "The device was not removed.")),
      onSettled,
    }),
    test: useServerMutation({
      lockName: String,
      ifUnanswered: "The test may have been sent.",
      run: async (id: number) => (await call(testMyDevice, { params: { device: id }, body: {} })).body,
      onSuccess: ({ result, why }) =>
        result === "delivered" ? toast("success", "The test was sent") : toast("danger", "The test was not sent.", why),
      onError: (error) => toast("danger", ...failedWrite(error, "The test was not sent.")),
      onSettled,
    }),
  };
}
