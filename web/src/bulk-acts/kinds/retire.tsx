import { bulkRestore, bulkRetire } from "@groundcrew/shared/bulk-acts";
import { call } from "../../data/api/index.ts";
import { Notice } from "../../ui/index.ts";
import { bulkIcons } from "../icons.ts";
import { ActFrame, Change } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

const retireTexts = {
  retire: {
    title: "Retire Stations",
    action: "Retire",
    change: <Change what="In service" from="yes" to="no" />,
    note: "Retired stations are disconnected, and leave the list unless Include Retired is on.",
    call: bulkRetire,
  },
  restore: {
    title: "Restore Stations",
    action: "Restore",
    change: <Change what="In service" from="no" to="yes" />,
    note: "They connect again by themselves.",
    call: bulkRestore,
  },
};

/** Takes stations out of service, or puts them back. */
export function RetireDialog({ kind, stations, ...props }: ActDialogProps & { kind: "retire" | "restore" }) {
  const { title, action, change, note, call: endpoint } = retireTexts[kind];
  const write = useBegin({
    ...props,
    run: (_: void, once) => call(endpoint, { body: { stations: namesOf(stations) } }, once),
  });
  return (
    <ActFrame
      act={{ kind }}
      action={(count) => `${action} ${count}`}
      isConfirmed={kind === "retire"}
      onSubmit={() => write.mutate()}
      onClose={props.onClose}
      icon={bulkIcons[kind]}
      {...{ title, change, stations, write }}
    >
      <Notice tone="info">{note}</Notice>
    </ActFrame>
  );
}
