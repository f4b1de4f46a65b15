import { changeStationErrors } from "@groundcrew/shared/station-errors";
import {
  changeEntryStatus,
  createSupportLogEntry,
  type draftToEntry,
  publishEntry,
  replyToEntry,
  unpublishEntry,
  type IncidentStatus,
  type SupportLogReply,
} from "@groundcrew/shared/support-log";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { countText, type FormKey } from "../lib/index.ts";
import { toast } from "../ui/index.ts";
import { useUndo } from "../undo/index.ts";
import { leftOutText } from "./entry-values.ts";

type Subject = Pick<SupportLogReply, "id" | "station_name">;

/** The body of a new entry. */
type EntryBody = ReturnType<typeof draftToEntry>;

/** Where a new entry goes: into a station's log, or below one of its entries. */
export type EntryTarget = { station: string; replyTo: number | null };

/** Adds an entry to a station's support log, or a reply to an entry. */
export function useSaveEntry({ station, replyTo }: EntryTarget, form: FormKey, onSaved: () => void) {
  return useServerMutation({
    form,
    run: async (body: EntryBody, once) => {
      if (replyTo === null) return (await call(createSupportLogEntry, { params: { station }, body }, once)).body;
      const reply = { ...body, status: replyStatus(body.status) };
      return (await call(replyToEntry, { params: { entry: replyTo }, body: reply }, once)).body;
    },
    onSuccess: ({ attached_errors: attached }, { attached_errors: requested = [] }) => {
      toast("success", replyTo === null ? "Created a support log entry" : "Created a reply");
      const leftOut = leftOutText(requested.length, attached.length);
      if (leftOut !== null) toast("warning", leftOut);
      onSaved();
    },
  });
}

/** Changes the status of an incident, then calls `onChanged` with it. */
export function useStatusChange(
  { id, status: before }: Pick<SupportLogReply, "id" | "status">,
  onChanged: (status: IncidentStatus) => void,
) {
  const offerUndo = useUndo();
  return useServerMutation({
    run: (status: IncidentStatus) => call(changeEntryStatus, { params: { entry: id }, body: { status, public: null } }),
    onSuccess: ({ headers }, status) => {
      if (before === "incident_resolved") toast("success", "Successfully changed status");
      else offerUndo("Successfully changed status", headers);
      onChanged(status);
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The status was not changed.")),
  });
}

/** Makes an entry or reply public, or private again. */
export function useVisibility({ id }: Subject) {
  return useServerMutation({
    run: (isPublic: boolean) => call(isPublic ? publishEntry : unpublishEntry, { params: { entry: id } }),
    onSuccess: (_, isPublic) => {
      toast("success", `The entry is now ${isPublic ? "public" : "private"}`);
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The visibility was not changed.")),
  });
}

/** Attaches errors of a station to an entry of its support log. */
export function useAttaching({ id, station_name }: Subject, onAttached: () => void) {
  const offerUndo = useUndo();
  return useServerMutation({
    run: (errors: readonly number[]) => {
      const body = errors.map((error) => ({ id: error, supportlog_entry_id: id }));
      return call(changeStationErrors, { params: { station: station_name }, body });
    },
    onSuccess: ({ headers }, errors) => {
      offerUndo(`Attached ${countText(errors.length, "error")} to the support log`, headers);
      onAttached();
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The errors were not attached.")),
  });
}

/** A reply is a note or a record. */
function replyStatus(status: EntryBody["status"]): "note" | "record" {
  return status === "record" ? status : "note";
}
