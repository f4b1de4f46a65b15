import {
  groupReadinessEffect,
  setGroupReadinessEffect,
  type ErrorGroupDetails,
  type GroupReadinessEffect,
} from "@groundcrew/shared/error-groups";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { Card, RadioButtons, toast } from "../../ui/index.ts";

const labels = { automatic: "Automatic", none: "None", limit: "Limits", block: "Blocks" } as const;

const notes: Record<GroupReadinessEffect, string> = {
  automatic: "Its errors count as the rules for swaps and movements say.",
  none: "Its errors have no effect on readiness.",
  limit: "Stations with an unresolved error of this group are Limited, until it is resolved.",
  block: "Stations with an unresolved error of this group are Not ready, until it is resolved.",
};

/** The effect of a group on the readiness of its stations. It ends when the group is resolved. */
export function ReadinessEffect({ group }: { group: ErrorGroupDetails }) {
  const { id, rev, readiness_effect } = group;
  const change = useServerMutation({
    run: async (effect: GroupReadinessEffect) =>
      call(setGroupReadinessEffect, { params: { group: id }, body: { rev, effect } }),
    onSuccess: (_, effect) => toast("success", `Effect on readiness: ${labels[effect]}`),
    onError: (error) => toast("danger", ...failedWrite(error, "The effect was not changed.")),
  });
  if (group.state === "resolved" || group.merged_into !== null) return null;
  return (
    <Card title="Effect on Readiness">
      <RadioButtons
        label="Effect on readiness"
        labels={labels}
        value={readiness_effect}
        onChange={(effect) => change.mutate(groupReadinessEffect.parse(effect))}
      />
      <p className="caption muted mt-2">{notes[readiness_effect]}</p>
    </Card>
  );
}
