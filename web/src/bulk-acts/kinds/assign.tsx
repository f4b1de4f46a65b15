import { bulkAssign } from "@groundcrew/shared/bulk-acts";
import { listStationOwners } from "@groundcrew/shared/ownership";
import { call, errorSentence } from "../../data/api/index.ts";
import { useServerData } from "../../data/index.ts";
import { AssignFields, useAssignForm, type NewOwner } from "../../ownership/index.ts";
import { Notice } from "../../ui/index.ts";
import { ActFrame, Change } from "../act-frame.tsx";
import { bulkIcons } from "../icons.ts";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

/** Assigns the open errors of stations to a person. */
export function AssignDialog({ stations: selected, ...props }: ActDialogProps) {
  const { form, assignees, chosen } = useAssignForm("assign errors of several stations");
  const owners = useServerData(listStationOwners, { query: { all: true } });
  const byStation = new Map(owners.data?.map(({ station, ownership }) => [station, ownership]));
  const stations = selected.map((station) => ({
    ...station,
    has_errors: byStation.has(station.name),
    owner: byStation.get(station.name) ?? null,
  }));
  const owned = stations.flatMap(({ retired, owner }) => (retired === null && owner !== null ? owner : []));
  const replaces = owned.map(({ rev }) => rev);
  const write = useBegin({
    ...props,
    form,
    run: (entered: NewOwner & { replaces: number[] }, once) =>
      call(bulkAssign, { body: { stations: namesOf(selected), ...entered } }, once),
  });
  const isComplete = chosen !== null && owners.data !== undefined;
  return (
    <ActFrame
      act={isComplete ? { kind: "assign", owner_id: chosen.id, replaces: new Set(replaces) } : null}
      title="Assign Open Errors"
      icon={bulkIcons.assign}
      action={(count) => `Assign Errors of ${count}`}
      change={<Change what="Owner" to={chosen?.name ?? ""} />}
      onSubmit={form.submit((entered) => write.mutate({ ...entered, replaces }))}
      onClose={props.onClose}
      {...{ stations, form, write }}
    >
      <AssignFields {...{ form, assignees, chosen, owned }} />
      {owners.error && (
        <Notice tone="danger">{`Who owns them now could not be loaded. ${errorSentence(owners.error)}`}</Notice>
      )}
    </ActFrame>
  );
}
