import { useState } from "react";
import { revisionTag } from "@groundcrew/shared/ssot";
import { editStation, getStation, type Station, type StationEdit } from "@groundcrew/shared/stations";
import { call, CallFailure, useServerMutation } from "../../data/api/index.ts";
import { toast } from "../../ui/index.ts";
import { stationTitle } from "../../station/index.ts";

/** Saves an edit of a station unless someone else has edited it since it was loaded. */
export function sendEdit(station: Station, body: StationEdit) {
  return call(editStation, {
    params: { station: station.name },
    headers: { "if-match": editRevision(station) },
    body,
  });
}

/** Saves the Edit form. If someone else saved first, the form keeps its edits. */
export function useEdit(station: Station, onSaved: () => void) {
  const { error, ...save } = useServerMutation({
    shows: [getStation],
    run: async (body: StationEdit) => sendEdit(station, body),
    onSuccess() {
      onSaved();
      toast("success", `Saved the changes to ${stationTitle(station)}`);
    },
  });
  const isRefused = isOutdated(error);
  return { ...save, error: isRefused ? null : error, isRefused };
}

/** Whether someone else has edited the station since the form was first changed. */
export function useIsOutdated(station: Station, isChanged: boolean): boolean {
  const revision = editRevision(station);
  const [baseRevision, setBaseRevision] = useState(revision);
  if (!isChanged && baseRevision !== revision) setBaseRevision(revision);
  return isChanged && baseRevision !== revision;
}

function editRevision({ last_edit }: Station): string {
  return revisionTag(last_edit?.created ?? null);
}

function isOutdated(error: Error | null): boolean {
  return error instanceof CallFailure && error.status === 412;
}
