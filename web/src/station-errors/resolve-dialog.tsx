import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { changeStationErrors, trivialResolution } from "@groundcrew/shared/station-errors";
import { UNDONE_ERRORS_MAX } from "@groundcrew/shared/undo";
import { IconCircleCheck } from "@tabler/icons-react";
import { call, useServerMutation } from "../data/api/index.ts";
import { useServerNow } from "../data/clock/index.ts";
import { watchResolution } from "../data/fleet/index.ts";
import { countText, useForm } from "../lib/index.ts";
import { otherOwnerSentence, useStationOwners } from "../ownership/index.ts";
import { useUndo } from "../undo/index.ts";
import { FormDialog, Notice, TextAreaField, toast } from "../ui/index.ts";

type ResolveDialogProps = {
  /** The station's name. */
  station: string;
  /** The ids of the selected errors. */
  errors: readonly number[];
  title?: string;
  /** The initial text of the solution. */
  initialSolution?: string;
  onResolved: () => void;
  onClose: () => void;
};

const selected = trivialResolution.shape.errors;
const entry = trivialResolution.pick({ solution: true });

/** Prompts for a solution, and resolves the errors of a station with it. */
export function ResolveDialog({ station, errors: selection, onResolved, onClose, ...texts }: ResolveDialogProps) {
  const { title = "Record Trivial Resolution", initialSolution = "" } = texts;
  // They stay when the list no longer has them: what was sent without an answer is sent again as it was.
  const [errors] = useState(selection);
  const form = useForm(entry, { solution: initialSolution }, { draft: `resolve ${station}` });
  const offerUndo = useUndo();
  const resolve = useResolve(station, (headers) => {
    const message = `Resolved ${countText(errors.length, "error")}`;
    if (errors.length > UNDONE_ERRORS_MAX) toast("success", message);
    else offerUndo(message, headers);
    form.reset();
    onResolved();
    onClose();
  });
  const selectionProblem = selected.safeParse(errors).error?.issues[0]?.message;

  return (
    <FormDialog
      title={title}
      subtitle={`${countText(errors.length, "error")} selected`}
      icon={IconCircleCheck}
      size="form"
      action="Resolve"
      form={form}
      write={resolve}
      isBlocked={selectionProblem !== undefined}
      problem={selectionProblem}
      onSubmit={form.submit((entered) => resolve.mutate({ errors, ...entered }))}
      onClose={onClose}
    >
      <TextAreaField
        label="Solution"
        aria-required
        data-autofocus
        hint="What was done. It is saved with each of these errors."
        {...form.text("solution")}
      />
      <OtherOwner station={station} />
    </FormDialog>
  );
}

/** Names the other owners of a station's open errors; nothing without any. */
function OtherOwner({ station }: { station: string }) {
  const { find, assignees } = useStationOwners();
  const ownership = find(station)?.ownership ?? null;
  const about = { meId: assignees.meId, what: "the errors of this station", now: useServerNow() };
  const sentence = otherOwnerSentence(ownership, about);
  return sentence !== null && <Notice tone="warning">{sentence}</Notice>;
}

/** Resolves errors of a station with one solution. */
function useResolve(station: string, onResolved: (headers: Parameters<ReturnType<typeof useUndo>>[1]) => void) {
  const client = useQueryClient();
  return useServerMutation({
    run: async ({ errors, solution }: { errors: readonly number[]; solution: string }) => {
      const body = errors.map((id) => ({ id, solution }));
      const countResolved = watchResolution(client, station);
      const { headers } = await call(changeStationErrors, { params: { station }, body });
      countResolved(errors.length);
      return headers;
    },
    onSuccess: onResolved,
  });
}
