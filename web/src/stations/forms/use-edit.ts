import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { revisionTag } from "@groundcrew/shared/ssot";
import { editStation, type Station, type StationEdit } from "@groundcrew/shared/stations";
import { call, CallFailure, useWrite } from "../../api/index.ts";
import { toast } from "../../ui/index.ts";
import { titleOf } from "../../station/index.ts";

/** Edits a station if nobody else has edited it since it was loaded. */
export function sendEdit(station: Station, body: StationEdit) {
  return call(editStation, {
    params: { station: station.name },
    headers: { "if-match": revisionOf(station) },
    body,
  });
}

/** Saves the Edit form. When someone else was quicker, the station is loaded again and the form keeps what was entered. */
export function useEdit(station: Station, { reload, onSaved }: { reload: () => Promise<void>; onSaved: () => void }) {
  const client = useQueryClient();
  const { error, ...save } = useWrite({
    run: async (body: StationEdit) => {
      await sendEdit(station, body);
      // The list shows it too, when someone next sees it.
      void client.invalidateQueries({ queryKey: ["stations"] });
      await reload();
      onSaved();
    },
    onSuccess: () => toast("success", `Saved the changes to ${titleOf(station)}`),
    onError: (refusal) => (isOutdated(refusal) ? reload() : undefined),
  });
  const isRefused = isOutdated(error);
  return { ...save, error: isRefused ? null : error, isRefused };
}

/** Whether a station was edited by someone else since the form was changed first. */
export function useIsOutdated(station: Station, isChanged: boolean): boolean {
  const revision = revisionOf(station);
  const [began, setBegan] = useState(revision);
  if (!isChanged && began !== revision) setBegan(revision);
  return isChanged && began !== revision;
}

function revisionOf({ last_edit }: Station): string {
  return revisionTag(last_edit?.created ?? null);
}

function isOutdated(error: Error | null): boolean {
  return error instanceof CallFailure && error.status === 412;
}
