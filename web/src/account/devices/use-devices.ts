import { acceptDevice, changeNotices, getAccount, rejectDevice } from "@groundcrew/shared/account";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
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

/** Rejects the browser of a session that is not the user's own, also if that has ended already, then calls `onEnded`. */
export function useDeviceRejection(id: number, onEnded: () => void) {
  return useServerMutation({
    shows: [getAccount],
    run: () => call(rejectDevice, { params: { id } }),
    onSuccess: onEnded,
  });
}
