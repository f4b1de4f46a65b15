import { useState } from "react";
import {
  channelKind,
  createChannel,
  testNewChannel,
  type ChannelKind,
  type NewChannel,
} from "@groundcrew/shared/channels";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconSend } from "@tabler/icons-react";
import { call, useServerMutation } from "../../data/api/index.ts";
import { SecretDialog } from "../../kit/index.ts";
import { useForm, type Form, type SubmittedForm } from "../../lib/index.ts";
import { Button, FormDialog, RadioButtons, SelectField, TextField, toast } from "../../ui/index.ts";
import { channelForm, emptyChannel, groupLabels, kindsOf } from "./channel-form.ts";
import type { ChannelGroup, ChannelValues } from "./kinds/definition.ts";
import { channelKindForms } from "./kinds/index.ts";
import styles from "../notifications.module.css";
import { TestResult } from "./test-result.tsx";

type NewChannelDialogProps = { user: Pick<SessionUser, "organization" | "can_admin">; onClose: () => void };

/** Creates a channel. A secret that the server makes for it is then shown once. */
export function NewChannelDialog({ user, onClose }: NewChannelDialogProps) {
  const form = useForm(channelForm, emptyChannel);
  const kind = channelKind.catch("email").parse(form.values.kind);
  const { create, test, tested, secret } = useNewChannel(form, onClose);
  const draft = channelForm.safeParse(form.values);
  const isTested = draft.success && JSON.stringify(draft.data) === tested;
  if (secret !== null) {
    return (
      <SecretDialog
        title="Channel Secret"
        subtitle={form.values.name}
        what="secret"
        secret={secret}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title="New Channel"
      subtitle={`Used by rules of ${user.organization}`}
      icon={IconSend}
      action="Save"
      buttons={
        !channelKindForms[kind].onlyReceives && (
          <Button
            icon={IconSend}
            disabled={!draft.success}
            busy={test.isPending}
            onClick={() => draft.success && test.mutate(draft.data)}
          >
            Send a Test
          </Button>
        )
      }
      closeLabel="Cancel"
      form={{ ...form, changed: form.changed.filter((field) => field !== "kind") }}
      write={create}
      onSubmit={form.submit((entered) => create.mutate(entered))}
      onClose={onClose}
    >
      <KindFields canReceive={user.can_admin} form={form} kind={kind} />
      <TextField label="Name" aria-required data-autofocus maxLength={60} autoComplete="off" {...form.text("name")} />
      <ConnectionFields form={form} kind={kind} />
      {isTested && <TestResult result={test.data} error={test.error} />}
    </FormDialog>
  );
}

/** Creates a channel, or tests one before that. `tested` is what was tested last, as JSON. */
function useNewChannel(form: SubmittedForm<ChannelValues>, onClose: () => void) {
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<string | null>(null);
  const test = useServerMutation({
    onStart: (body: NewChannel) => setTested(JSON.stringify(body)),
    ifUnanswered: "The test may have been sent.",
    run: async (body: NewChannel) => (await call(testNewChannel, { body })).body,
  });
  const create = useServerMutation({
    form,
    run: async (body: NewChannel, once) => (await call(createChannel, { body }, once)).body,
    onSuccess({ channel, secret: made }) {
      toast("success", `Created ${channel.name}`);
      form.reset();
      if (made === null) onClose();
      else setSecret(made);
    },
  });
  return { create, test, tested, secret };
}

/** The icon of a group is that of its first kind. */
function groupIcon(group: ChannelGroup) {
  return channelKindForms[kindsOf(group)[0] ?? "email"].icon;
}

const groupIcons = {
  email: groupIcon("email"),
  webhook: groupIcon("webhook"),
  chat: groupIcon("chat"),
  other: groupIcon("other"),
};

type FieldsProps = { form: Form<ChannelValues>; kind: ChannelKind };
type KindFieldsProps = FieldsProps & { canReceive: boolean };

/** Only admins, whose organization is the provider, create channels that receive alerts. */
function KindFields({ form, kind, canReceive }: KindFieldsProps) {
  const choice = form.choice("kind");
  const { group } = channelKindForms[kind];
  const kinds = kindsOf(group).filter((one) => canReceive || !channelKindForms[one].onlyReceives);
  return (
    <>
      <RadioButtons
        label="Kind of channel"
        labels={groupLabels}
        icons={groupIcons}
        value={group}
        className={styles.kinds}
        onChange={(chosen) => choice.onChange(kindsOf(chosen)[0] ?? "email")}
      />
      {kinds.length > 1 && (
        <SelectField
          label={group === "chat" ? "Chat" : "Service"}
          options={kinds.map((value) => ({ value, label: channelKindForms[value].label }))}
          value={kind}
          onChange={choice.onChange}
        />
      )}
    </>
  );
}

function ConnectionFields({ form, kind }: FieldsProps) {
  const { Fields, address, secret } = channelKindForms[kind];
  const shared = { autoComplete: "off", autoCapitalize: "none", spellCheck: false };
  return (
    <>
      {Fields && <Fields form={form} />}
      {address && <TextField aria-required inputMode="url" {...shared} {...address} {...form.text("address")} />}
      {secret && <TextField {...shared} {...secret} {...form.text("secret")} />}
    </>
  );
}
