import { SECOND_MS } from "@groundcrew/shared/lib";
import { UNDO_OFFERED_S, undoAct } from "@groundcrew/shared/undo";
import { IconArrowBackUp } from "@tabler/icons-react";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { toast, toastWithNext } from "../ui/index.ts";

/** Returns a function that reports a success and offers to undo it for ten seconds. `headers` are those of the act's reply. What changed nothing cannot be undone. */
export function useUndo() {
  const undo = useServerMutation({
    run: async (request: string, once) => call(undoAct, { params: { request } }, once),
    lockName: (request) => request,
    onSuccess: () => toast("success", "Undone"),
    onError: (error) => toast("danger", ...failedWrite(error, "This was not undone.")),
  });

  return function offerUndo(message: string, headers: { get: (name: string) => string | null }): void {
    const request = headers.get("x-request-id");
    if (request === null || headers.get("x-changed") === "no") return toast("success", message);
    toastWithNext("success", message, {
      label: "Undo",
      icon: IconArrowBackUp,
      durationMs: UNDO_OFFERED_S * SECOND_MS,
      onPress: () => undo.mutate(request),
    });
  };
}
