import { bulkEntries } from "@groundcrew/shared/bulk-acts";
import { supportLogStatusLabels, type NewEntryInput } from "@groundcrew/shared/support-log";
import { IconNotes } from "@tabler/icons-react";
import { call } from "../../data/api/index.ts";
import { EntryFields, useEntryForm } from "../../support-log/index.ts";
import { ActFrame } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

/** Adds an entry to the log of each station. */
export function EntryDialog({ stations, ...props }: ActDialogProps) {
  const { form, fields } = useEntryForm({ draft: "entry of several stations" });
  const { begin, isBusy, failure } = useBegin({
    ...props,
    form,
    run: ({ attached_errors: _none, ...entry }: NewEntryInput, once) =>
      call(bulkEntries, { body: { stations: namesOf(stations), entry } }, once),
  });
  return (
    <ActFrame
      act={{ kind: "entry" }}
      title="New Support Log Entry"
      icon={IconNotes}
      action={(count) => `Create on ${count}`}
      change={`New entry: ${supportLogStatusLabels[form.values.status]}`}
      onSubmit={form.submit((entry) => begin.mutate(entry))}
      onClose={props.onClose}
      {...{ stations, form, isBusy, failure }}
    >
      <EntryFields {...fields} />
    </ActFrame>
  );
}
