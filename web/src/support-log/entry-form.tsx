import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import {
  newDraft,
  newEntryStatuses,
  newReplyDraft,
  supportLogStatusLabels,
  type SupportLogStatus,
} from "@groundcrew/shared/support-log";
import { sentenceOf } from "../api/index.ts";
import { countText, useForm } from "../lib/index.ts";
import { Button, ButtonGroup, Icon, Notice, TextAreaField } from "../ui/index.ts";
import { entrySigns } from "./entry-signs.ts";
import styles from "./entry-form.module.css";
import { entrySchema, valuesOf } from "./entry-values.ts";
import { TagsField } from "./tags-field.tsx";
import { tagsQuery } from "./use-log.ts";
import { useWriting, type Writing } from "./use-log-changes.ts";

type EntryFormProps = {
  station: string;
  /** The entry that is replied to. */
  replyTo?: { id: number; status: SupportLogStatus };
  /** Ids of errors to attach. */
  attached?: readonly number[];
  /** Id of the form, when the button that sends it stands elsewhere. */
  formId?: string;
  onWritten?: () => void;
};

/** Writes an entry or a reply. Once it is sent, the form is empty again. */
export function EntryForm({ onWritten, ...of }: EntryFormProps) {
  const [turn, setTurn] = useState(0);
  function handleWritten() {
    setTurn(turn + 1);
    onWritten?.();
  }
  return <Fields key={turn} {...of} isNext={turn > 0} onWritten={handleWritten} />;
}

const NONE: readonly number[] = [];

type FieldsProps = Omit<EntryFormProps, "onWritten"> & { isNext: boolean; onWritten: () => void };

function Fields({ station, replyTo, attached = NONE, formId, isNext, onWritten }: FieldsProps) {
  const writing: Writing = { station, replyTo: replyTo?.id ?? null };
  const tags = useQuery(tagsQuery);
  const begin = valuesOf(replyTo ? newReplyDraft(replyTo.status) : newDraft());
  // An entry about errors may be written while another one is begun.
  const draft = `entry ${station} ${replyTo?.id ?? (attached.length > 0 ? "about errors" : "")}`;
  const form = useForm(entrySchema(tags.data ?? [], attached), begin, { draft });
  const write = useWriting(writing, form, () => {
    form.reset();
    onWritten();
  });
  const content = useFocus(isNext);
  const status = form.choice("status");

  return (
    <form
      id={formId}
      className={styles.form}
      aria-label={replyTo ? "Reply" : "New Entry"}
      noValidate
      onSubmit={form.submit((body) => write.mutate(body))}
    >
      <StatusChoice
        statuses={replyTo ? newEntryStatuses.reply : newEntryStatuses.entry}
        chosen={status.value}
        onChoose={status.onChange}
      />
      <TextAreaField
        label="Content"
        aria-required
        {...form.text("content")}
        // In a dialog of its own, the form starts here.
        data-autofocus={formId !== undefined || undefined}
        ref={content}
        onKeyDown={submitOnCtrlEnter}
      />
      <TagsField
        field={{ ...form.text("tags"), onKeyDown: submitOnCtrlEnter }}
        defined={tags.data ?? (tags.error ? "The tags could not be loaded." : "Loading...")}
        isNote={status.value === "note"}
      />
      {attached.length > 0 && (
        <Notice tone="info">{`${countText(attached.length, "error")} will be attached to this entry.`}</Notice>
      )}
      {write.error && <Notice tone="danger">{sentenceOf(write.error)}</Notice>}
      {formId === undefined && (
        <div className={styles.foot}>
          <span className={styles.keys}>Ctrl+Enter submits</span>
          <Button type="submit" tone="main" busy={write.isPending}>
            {replyTo ? "Reply" : "Create"}
          </Button>
        </div>
      )}
    </form>
  );
}

type StatusChoiceProps = {
  statuses: readonly SupportLogStatus[];
  chosen: string;
  onChoose: (status: SupportLogStatus) => void;
};

function StatusChoice({ statuses, chosen, onChoose }: StatusChoiceProps) {
  return (
    <div>
      <div className={styles.label}>Status</div>
      <ButtonGroup label="Status" className={styles.statuses}>
        {statuses.map((one) => (
          <Button key={one} aria-pressed={one === chosen} onClick={() => onChoose(one)}>
            <Icon icon={entrySigns[one].icon} size="s" />
            {supportLogStatusLabels[one]}
          </Button>
        ))}
      </ButtonGroup>
    </div>
  );
}

/** Begins where the last text was sent from. */
function useFocus(isWanted: boolean) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isWanted) ref.current?.focus();
  }, [isWanted]);
  return ref;
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
