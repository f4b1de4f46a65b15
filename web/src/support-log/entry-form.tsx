import { useEffect, useRef, useState, type ComponentProps, type RefObject } from "react";

import {
  newDraft,
  newEntryStatuses,
  newReplyDraft,
  supportLogStatusLabels,
  type SupportLogStatus,
  type SupportLogTag,
} from "@groundcrew/shared/support-log";
import { IconBell, IconCheck, IconPlus, IconCircleCheck, IconNotes } from "@tabler/icons-react";
import { errorSentence } from "../data/api/index.ts";
import { countText, useForm } from "../lib/index.ts";
import {
  Button,
  ButtonGroup,
  classes,
  FormDialog,
  Icon,
  Notice,
  submitOnCtrlEnter,
  TextAreaField,
  TextField,
} from "../ui/index.ts";
import { statusIcons } from "./badges.tsx";
import styles from "./station-log.module.css";
import { entrySchema, suggestedTags, toggleTag, draftToValues } from "./entry-values.ts";
import { useSaveEntry, type EntryTarget } from "./use-log-changes.ts";
import { useTags } from "./use-log.ts";
import { ResolveDialog, SelectHint, type Triage } from "../station-errors/index.ts";

type EntryOptions = {
  station: string;
  /** The entry to reply to. */
  replyTo?: { id: number; status: SupportLogStatus } | undefined;
  /** The ids of errors to attach. */
  attached?: readonly number[] | undefined;
  onSaved: () => void;
};

const NO_ERRORS: readonly number[] = [];

/** The form of a new entry or reply, which is stored as a draft, and how to save it. */
function useEntry({ station, replyTo, attached = NO_ERRORS, onSaved }: EntryOptions) {
  const target: EntryTarget = { station, replyTo: replyTo?.id ?? null };
  // An entry about errors has its own draft, so that it can be written while another draft exists.
  const draft = `entry ${station} ${replyTo?.id ?? (attached.length > 0 ? "about errors" : "")}`;
  const { form, fields } = useEntryForm({ draft, replyTo, attached });
  const save = useSaveEntry(target, form, () => {
    form.reset();
    onSaved();
  });
  return {
    isSaving: save.isPending,
    failure: save.error && errorSentence(save.error),
    submit: form.submit((body) => save.mutate(body)),
    fields,
  };
}

type EntryFormOptions = { draft: string } & Pick<EntryOptions, "replyTo" | "attached">;

/** The form of a new entry or reply, and the props of its fields. */
export function useEntryForm({ draft, replyTo, attached = NO_ERRORS }: EntryFormOptions) {
  const tags = useTags();
  const initial = draftToValues(replyTo ? newReplyDraft(replyTo.status) : newDraft());
  const form = useForm(entrySchema(tags.data ?? [], attached), initial, { draft });
  const fields = {
    form,
    attached,
    statuses: replyTo ? newEntryStatuses.reply : newEntryStatuses.entry,
    tags: tags.data ?? (tags.error ? "Loading tags failed" : "Loading..."),
  };
  return { form, fields };
}

type EntryFormProps = Omit<EntryOptions, "onSaved" | "attached"> & { onSaved?: () => void };

/** The form of a new entry or reply. It is reset after sending. */
export function EntryForm({ onSaved, ...options }: EntryFormProps) {
  const [round, setRound] = useState(0);
  function handleSaved() {
    setRound(round + 1);
    onSaved?.();
  }
  return <InlineForm key={round} {...options} isNext={round > 0} onSaved={handleSaved} />;
}

function InlineForm({ isNext, ...options }: EntryOptions & { isNext: boolean }) {
  const { fields, isSaving, failure, submit } = useEntry(options);
  const { replyTo } = options;
  const content = useFocus(isNext);
  return (
    <form className="column gap-3" aria-label={replyTo ? "Reply" : "New Entry"} noValidate onSubmit={submit}>
      <EntryFields {...fields} content={content} />
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      <div className="row gap-2 justify-end">
        <span className={`grow size-caption muted ${styles.keys}`}>Ctrl+Enter submits</span>
        <Button type="submit" tone="main" busy={isSaving}>
          {replyTo ? "Reply" : "Create"}
        </Button>
      </div>
    </form>
  );
}

type EntryFieldsProps = ReturnType<typeof useEntry>["fields"] & { content?: RefObject<HTMLTextAreaElement | null> };

/** The fields of a new entry or reply. */
export function EntryFields({ form, attached, statuses, tags, content }: EntryFieldsProps) {
  const status = form.choice("status");
  return (
    <>
      <StatusChoice statuses={statuses} selected={status.value} onSelect={status.onChange} />
      <TextAreaField label="Content" aria-required {...form.text("content")} data-autofocus ref={content} />
      <TagsField
        field={{ ...form.text("tags"), onKeyDown: submitOnCtrlEnter }}
        allTags={tags}
        isNote={status.value === "note"}
      />
      {attached.length > 0 && (
        <Notice tone="info">{`${countText(attached.length, "error")} will be attached to this entry.`}</Notice>
      )}
    </>
  );
}

type StatusChoiceProps = {
  statuses: readonly SupportLogStatus[];
  selected: string;
  onSelect: (status: SupportLogStatus) => void;
};

function StatusChoice({ statuses, selected, onSelect }: StatusChoiceProps) {
  return (
    <div>
      <div className="small medium mb-2">Status</div>
      <ButtonGroup label="Status" className={styles.statuses}>
        {statuses.map((status) => (
          <Button key={status} aria-pressed={status === selected} onClick={() => onSelect(status)}>
            <Icon icon={statusIcons[status].icon} size="s" />
            {supportLogStatusLabels[status]}
          </Button>
        ))}
      </ButtonGroup>
    </div>
  );
}

/** Focuses the text area again after a submit. */
function useFocus(isEnabled: boolean) {
  const ref = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isEnabled) ref.current?.focus();
  }, [isEnabled]);
  return ref;
}

type TagsFieldProps = {
  field: Pick<ComponentProps<typeof TextField>, "error" | "onBlur" | "onKeyDown"> & {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** All tags, or why they are not available. */
  allTags: readonly SupportLogTag[] | string;
  isNote: boolean;
};

/** Tags, typed with commas or spaces between them or picked from matching ones. A note has none. */
function TagsField({ field, allTags, isNote }: TagsFieldProps) {
  const note = "New incidents need at least one alerting tag.";
  const tags = typeof allTags === "string" ? [] : allTags;
  const hint = typeof allTags === "string" ? allTags : isNote ? "A note has no tags." : note;
  const suggestions = isNote ? [] : suggestedTags(field.value, tags);
  return (
    <div>
      <TextField
        {...field}
        label="Tags"
        hint={hint}
        placeholder="Separate with commas or spaces"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isNote}
      />
      {suggestions.length > 0 && (
        <ul className="flex wrap gap-1h mt-2" aria-label="Suggested tags">
          {suggestions.map((suggestion) => (
            <li key={suggestion.tag.id}>
              <button
                type="button"
                className={classes(
                  "px-2 max-full pointer inline-row gap-1 anywhere surface rounded-sm hover",
                  styles.tag,
                  suggestion.tag.alerting && styles.formAlerting,
                )}
                aria-pressed={suggestion.isTyped}
                onClick={() => field.onChange({ target: { value: toggleTag(field.value, suggestion, tags) } })}
              >
                {(suggestion.isTyped || suggestion.tag.alerting) && (
                  <Icon icon={suggestion.isTyped ? IconCheck : IconBell} size="s" />
                )}
                {suggestion.tag.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type CreateEntryDialogProps = {
  station: string;
  /** The ids of errors to attach. */
  attached?: readonly number[];
  onSaved?: () => void;
  onClose: () => void;
};

/** Creates an entry in a station's support log, optionally with errors attached. */
export function CreateEntryDialog({ station, attached, onSaved, onClose }: CreateEntryDialogProps) {
  const { fields, isSaving, failure, submit } = useEntry({
    station,
    attached,
    onSaved() {
      onSaved?.();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Create New Support Log Entry"
      icon={IconPlus}
      size="form"
      action="Create"
      closeLabel="Close"
      write={{ isPending: isSaving, error: null }}
      problem={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <EntryFields {...fields} />
    </FormDialog>
  );
}

type TriageActionsProps = { station: string; triage: Triage };

/** The actions on the selected errors of a station. */
export function TriageActions({ station, triage: { choice } }: TriageActionsProps) {
  const [open, setOpen] = useState<"create" | "resolve" | null>(null);
  const { ids } = choice;
  const close = () => setOpen(null);
  return (
    <>
      <SelectHint choice={choice} />
      <Button tone="main" icon={IconNotes} disabled={ids.length === 0} onClick={() => setOpen("create")}>
        {`Create Support Log from ${ids.length} entries`}
      </Button>
      <Button icon={IconCircleCheck} data-resolve disabled={ids.length === 0} onClick={() => setOpen("resolve")}>
        Resolve Selected
      </Button>
      {open === "create" && (
        <CreateEntryDialog station={station} attached={ids} onSaved={choice.reset} onClose={close} />
      )}
      {open === "resolve" && <ResolveDialog station={station} errors={ids} onResolved={choice.reset} onClose={close} />}
    </>
  );
}
