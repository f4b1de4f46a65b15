import { plainPattern } from "@groundcrew/shared/station-errors";
import { removeGroupFingerprint, type ErrorGroupDetails } from "@groundcrew/shared/error-groups";
import { IconUnlink } from "@tabler/icons-react";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { countText } from "../../lib/index.ts";
import { Card, ConfirmButton, toast } from "../../ui/index.ts";
import { stationTypeText } from "../group-texts.ts";
import styles from "../groups.module.css";

/** The fingerprints of a group's errors. Those that were merged into it can be removed again. */
export function Fingerprints({ group }: { group: ErrorGroupDetails }) {
  const { fingerprints, merge_pattern } = group;
  const remove = useRemove(group);
  return (
    <Card title="Fingerprints">
      <p className="size-caption muted">
        Errors belong here when all three are the same: job type, station type, and the message without numbers, ids and
        paths.
      </p>
      <ul className={`py-2 ${styles.fingerprints}`}>
        {fingerprints.map(({ id, job_type, station_type, pattern, total }) => (
          <li key={id}>
            <span className={`anywhere ${styles.pattern}`}>
              {[job_type ?? "no job", stationTypeText(station_type), pattern].join(" · ")}
            </span>
            {fingerprints.length > 1 && (
              <>
                <span className="size-caption muted">{countText(total, "error")}</span>
                <ConfirmButton
                  label="Remove from Group"
                  target={plainPattern(pattern)}
                  action="remove for good"
                  icon={IconUnlink}
                  busy={remove.isPending}
                  onConfirm={() => remove.mutate(id)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {merge_pattern !== null && (
        <p className="size-caption muted">
          {"Future groups that match "}
          <code>{merge_pattern}</code>
          {" are part of this one, except for fingerprints that were removed."}
        </p>
      )}
    </Card>
  );
}

function useRemove({ id: group, rev }: ErrorGroupDetails) {
  return useServerMutation({
    run: async (fingerprint: number) => {
      const { body } = await call(removeGroupFingerprint, { params: { group, fingerprint }, query: { rev } });
      return body.groups.find(({ id }) => id !== group)?.id;
    },
    onSuccess: (target) => toast("success", `Removed from Group ${group}`, `Its errors are Group ${target ?? ""} now.`),
    onError: (error) => toast("danger", ...failedWrite(error, "The fingerprint was not removed.")),
  });
}
