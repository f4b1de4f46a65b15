import { bulkEntries } from "@groundcrew/shared/bulk-acts";
import {
  isIncident,
  readTags,
  supportLogStatusLabels,
  type NewEntryInput,
  type SupportLogTag,
} from "@groundcrew/shared/support-log";
import { call } from "../../data/api/index.ts";
import { EntryFields, useEntryForm } from "../../support-log/index.ts";
import { countText } from "../../lib/index.ts";
import { Notice } from "../../ui/index.ts";
import { bulkIcons } from "../icons.ts";
import { ActFrame } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

/** Adds an entry to the log of each station. */
export function EntryDialog({ stations, ...props }: ActDialogProps) {
  const { form, fields } = useEntryForm({ draft: "entry of several stations" });
  const write = useBegin({
    ...props,
    form,
    run: ({ attached_errors: _none, ...entry }: NewEntryInput, once) =>
      call(bulkEntries, { body: { stations: namesOf(stations), entry } }, once),
  });
  const { status, tags } = form.values;
  const alerts = isIncident(status) ? stations.length * alertTargets(fields.tags, tags) : 0;
  return (
    <ActFrame
      act={{ kind: "entry" }}
      title="New Support Log Entry"
      icon={bulkIcons.entry}
      action={(count) => `Create on ${count}`}
      change={`New entry: ${supportLogStatusLabels[status]}`}
      onSubmit={form.submit((entry) => write.mutate(entry))}
      onClose={props.onClose}
      {...{ stations, form, write }}
    >
      <EntryFields {...fields} />
      {alerts > 0 && (
        <Notice tone="warning">{`Sends ${countText(alerts, "alert")}: each station's to each target of the tags.`}</Notice>
      )}
    </ActFrame>
  );
}

/** How many targets the tags of a text alert. */
function alertTargets(tags: string | readonly SupportLogTag[], text: string): number {
  if (typeof tags === "string") return 0;
  return new Set(readTags(text, tags).tags.flatMap(({ alert_target }) => alert_target ?? [])).size;
}
