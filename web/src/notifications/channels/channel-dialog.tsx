import { useState } from "react";
import {
  changeChannel,
  channelAddress,
  channelName,
  channelSecret,
  deleteChannel,
  renewChannelSecret,
  type Channel,
} from "@groundcrew/shared/channels";
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend, IconTrash } from "@tabler/icons-react";
import { z } from "zod";
import { call, useServerMutation } from "../../data/api/index.ts";
import { conflictText, SecretDialog, useEdited } from "../../kit/index.ts";
import { momentText, useForm, type Form } from "../../lib/index.ts";
import { Button, ConfirmButton, ConfirmDialog, FormDialog, Notice, TextField, toast } from "../../ui/index.ts";
import { channelText } from "./channel-texts.ts";
import { channelKindForms } from "./kinds/index.ts";
import { TestResult } from "./test-result.tsx";
import { usePauseChannel, useTestChannel } from "./use-channels.ts";

type ChannelDialogProps = {
  /** The channel as it was when the dialog opened. */
  opened: Channel;
  /** All channels as they are now; undefined while that is not known. */
  channels: readonly Channel[] | undefined;
  now: number;
  onClose: () => void;
};

/**
 * Changes, pauses or deletes a channel. Empty fields stay as they are, because secrets are not sent to browsers. Stays open when someone
 * else deletes the channel, with what was entered.
 */
export function ChannelDialog({ opened, channels, now, onClose }: ChannelDialogProps) {
  const listed = channels?.find(({ id }) => id === opened.id);
  const isDeleted = channels !== undefined && listed === undefined;
  const channel = listed ?? opened;
  const { kind, name, rules } = channel;
  const form = useForm(editForm(channel), { name, address: "", secret: "" });
  const changes = useChannelChanges(channel, { onClose, reset: form.reset, isUnsaved: form.changed.length > 0 });
  const { change, error, before, hasConflict } = changes;
  const after = partsOf(changes.after);
  const conflict = hasConflict
    ? conflictText({ by: changes.after.edited_by, item: "this channel", before: partsOf(before), after, labelOf })
    : null;
  const test = useTestChannel();
  const news = isDeleted ? "This channel was deleted by someone else." : conflict;
  return (
    <FormDialog
      title={`Edit ${name}`}
      subtitle={channelText(channel)}
      icon={channelKindForms[kind].icon}
      action={isDeleted ? null : "Save"}
      buttons={
        !isDeleted &&
        !channelKindForms[kind].onlyReceives && (
          <Button icon={IconSend} busy={test.isPending} onClick={() => test.mutate(channel.id)}>
            Send a Test
          </Button>
        )
      }
      closeLabel="Cancel"
      form={form}
      write={{ isPending: change.isPending, error: news === null ? error : null }}
      news={news}
      onSubmit={form.submit((entered) => change.mutate(entered))}
      onClose={onClose}
    >
      <EditFields form={form} channel={channel} />
      {!isDeleted && <Acts channel={channel} changes={changes} now={now} />}
      <p className="caption muted">
        {rules.length === 0 ? "No rule uses this channel." : `Used by ${rules.join(", ")}.`}
      </p>
      <TestResult result={test.data} error={test.error} isPaused={channel.state === "paused"} />
    </FormDialog>
  );
}

const LABELS = new Map([
  ["name", "the name"],
  ["address", "the address"],
  ["isPaused", "whether it is paused"],
]);

function labelOf(field: string): string {
  return LABELS.get(field) ?? field;
}

/** The fields of a channel that others may change while it is edited. */
function partsOf({ name, address, state }: Channel) {
  return { name, address, isPaused: state === "paused" };
}

type EditFieldsProps = { form: Form<{ name: string; address: string; secret: string }>; channel: Channel };

function EditFields({ form, channel: { kind, address } }: EditFieldsProps) {
  const { address: addressText, secret, hasMadeSecret } = channelKindForms[kind];
  const secretText = hasMadeSecret ? undefined : secret;
  const shared = { hint: "Leave blank to keep the current one.", autoComplete: "off", spellCheck: false };
  return (
    <>
      <TextField label="Name" aria-required maxLength={60} autoComplete="off" {...form.text("name")} />
      {addressText && (
        <TextField
          label={`New ${addressText.label}`}
          placeholder={address}
          autoCapitalize="none"
          {...shared}
          {...form.text("address")}
        />
      )}
      {secretText && <TextField label={`New ${secretText.label}`} {...shared} {...form.text("secret")} />}
    </>
  );
}

type ActsProps = { channel: Channel; changes: ReturnType<typeof useChannelChanges>; now: number };

/** Further actions of a channel. */
function Acts({ channel, changes, now }: ActsProps) {
  const { kind, name, state, old_secret_until } = channel;
  const { pause, renew, remove, secret, hideSecret } = changes;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {old_secret_until !== null && Date.parse(old_secret_until) > now && (
        <Notice tone="info">{`The previous secret remains valid until ${momentText(old_secret_until)}.`}</Notice>
      )}
      <div className="flex wrap gap-2">
        {channelKindForms[kind].hasMadeSecret && (
          <Button icon={IconRefresh} busy={renew.isPending} onClick={() => setAsking(true)}>
            New Secret…
          </Button>
        )}
        {state === "paused" ? (
          <Button icon={IconPlayerPlay} busy={pause.isPending} onClick={() => pause.mutate({ channel, hours: null })}>
            Resume
          </Button>
        ) : (
          <Button icon={IconPlayerPause} busy={pause.isPending} onClick={() => pause.mutate({ channel, hours: 24 })}>
            Pause for 24 h
          </Button>
        )}
        <ConfirmButton
          label="Delete"
          target={name}
          icon={IconTrash}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="New Secret"
          icon={IconRefresh}
          action="Create New Secret"
          tone="main"
          closeLabel="Go Back"
          onConfirm={() => {
            setAsking(false);
            renew.mutate();
          }}
          onClose={() => setAsking(false)}
        >
          The new secret is used at once and shown once. The current one remains valid for 24 hours.
        </ConfirmDialog>
      )}
      {secret !== null && (
        <SecretDialog title="Channel Secret" subtitle={name} what="secret" secret={secret} onClose={hideSecret} />
      )}
    </>
  );
}

type Edit = { name: string; address: string | null; secret: string | null };

/** The form of an existing channel; an empty field is null. */
function editForm({ kind }: Channel) {
  const orNull = (field: z.ZodType<string | null, string | null>) =>
    z
      .string()
      .transform((text) => (text.trim() === "" ? null : text.trim()))
      .pipe(z.union([z.null(), field]));
  return z.object({ name: channelName, address: orNull(channelAddress(kind)), secret: orNull(channelSecret(kind)) });
}

type ChangeOptions = { onClose: () => void; reset: () => void; isUnsaved: boolean };

function useChannelChanges(channel: Channel, { onClose, reset, isUnsaved }: ChangeOptions) {
  const [secret, setSecret] = useState<string | null>(null);
  const { setBefore, onError, ...edited } = useEdited(channel, isUnsaved);
  const params = { channel: channel.id };
  const { rev } = channel;
  const done = (text: string) => () => {
    toast("success", text);
    reset();
    onClose();
  };
  const writes = {
    change: useServerMutation({
      run: async (entered: Edit) => call(changeChannel, { params, body: { ...entered, rev: edited.rev } }),
      onError,
      onSuccess: done(`Saved ${channel.name}`),
    }),
    renew: useServerMutation({
      run: async (_input: void, once) => (await call(renewChannelSecret, { params, body: { rev } }, once)).body,
      onSuccess(made) {
        setBefore(made.channel);
        setSecret(made.secret);
      },
    }),
    remove: useServerMutation({
      run: async () => call(deleteChannel, { params, query: { rev } }),
      onSuccess: done(`Deleted ${channel.name}`),
    }),
  };
  const error = Object.values(writes).find((write) => write.error !== null)?.error ?? null;
  const pause = usePauseChannel(setBefore);
  return { ...writes, pause, secret, hideSecret: () => setSecret(null), error, ...edited };
}
