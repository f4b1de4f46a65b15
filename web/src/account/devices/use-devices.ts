import { acceptDevice, changeNotices, getAccount, rejectDevice } from "@groundcrew/shared/account";
import { call, failedWrite, isNotFound, useServerMutation } from "../../data/api/index.ts";
import { toast } from "../../ui/index.ts";

/** Sets whether the user gets an email about a login from a new device. */
export function useDeviceNotices() {
  return useServerMutation({
    shows: [getAccount],
    run: (isOn: boolean) => call(changeNotices, { body: { new_device: isOn } }),
    onError: (error) => toast("danger", ...failedWrite(error, "The notices were not changed.")),
  });
}

/** Says that a session on a new device is the user's own. */
export function useDeviceAcceptance(id: number) {
  return useServerMutation({
    shows: [getAccount],
    run: () => call(acceptDevice, { params: { id } }),
    onError: (error) => toast("danger", ...failedWrite(error, "This was not saved.")),
  });
}

/** Ends a session that is not the user's own, then calls `onEnded`: also if it has ended already. */
export function useDeviceRejection(id: number, onEnded: () => void) {
  return useServerMutation({
    shows: [getAccount],
    run: async () => {
      try {
        await call(rejectDevice, { params: { id } });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: onEnded,
  });
}
