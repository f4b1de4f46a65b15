import { useId, type ReactNode } from "react";
import { isStaffKind, ruleKind, severity, type AlertRule } from "@groundcrew/shared/alerts";
import { testChannel, type Channel } from "@groundcrew/shared/channels";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconAlertCircle, IconDeviceFloppy, IconSend, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { call, errorSentence, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { BackLink, ConflictNotice, conflictText, DetailPage, PageHead, useEdited } from "../../kit/index.ts";
import { browserZone, countText, minutesAgoText, useForm, type Form } from "../../lib/index.ts";
import {
  Button,
  buttonClass,
  ConfirmButton,
  Icon,
  Notice,
  Switch,
  TextField,
  toast,
  UnsavedGuard,
} from "../../ui/index.ts";
import { useChannels } from "../../notifications/index.ts";
import { NotifyFields } from "./notify-fields.tsx";
import { draftText, emptyRule, ruleForm, ruleValues, type RuleValues } from "./rule-form.ts";
import { partOf } from "./rule-parts.ts";
import styles from "../alerts.module.css";
import { RulePreview } from "./rule-preview.tsx";
import { StepFields } from "./step-fields.tsx";
import { useRuleChanges } from "./use-rule-changes.ts";
import { useAlertPeople, useRule } from "./use-rules.ts";
import { WhenFields } from "./when-fields.tsx";
import { WhereFields } from "./where-fields.tsx";

/** The page of a rule; null is a new one. */
export function RulePage({ id, user }: { id: number | null; user: SessionUser }) {
  const query = useRule(id);
  if (id === null) return <Editor rule={null} user={user} />;
  return (
    <DetailPage
      query={query}
      name="Rule"
      content="the rule"
      missing={{ sentence: "There is no such rule.", action: <ToRules /> }}
    >
      {(rule) => <Editor rule={rule} user={user} />}
    </DetailPage>
  );
}

function ToRules() {
  return <BackLink to="/attention/rules" label="Back to the Rules" />;
}

function Editor({ rule, user }: { rule: AlertRule | null; user: SessionUser }) {
  const formId = useId();
  const canChange = user.can_admin || user.can_manage;
  const orgId = rule?.org_id ?? user.org_id;
  const form = useForm(ruleForm, rule ? ruleValues(rule, browserZone) : emptyRule(browserZone));
  const { data: channels = [] } = useChannels(orgId);
  const isUnsaved = form.changed.length > 0;
  const edited = useEdited(rule, isUnsaved);
  const { save, remove } = useRuleChanges(rule, { ...edited, reset: form.reset });
  const error = save.error ?? remove.error;
  const draft = canChange ? draftText(form.values, rule?.org_id) : null;

  return (
    <>
      <Head rule={rule} enabled={form.check("enabled")} canChange={canChange} />
      <div className={`one-column-medium grid gap-4 align-start ${styles.columns}`}>
        <form
          id={formId}
          aria-label="Rule"
          noValidate
          className="p-4 panel"
          onSubmit={form.submit((entered) => save.mutate(entered))}
        >
          <RuleFields {...{ form, user, canChange, channels }} orgId={orgId} subscribers={rule?.subscribers ?? 0} />
        </form>
        {canChange && (
          <div className="grid gap-4">
            <RulePreview
              draft={draft}
              rule={{
                name: form.values.name,
                severity: severity.catch("urgent").parse(form.values.severity),
                kind: ruleKind.catch("offline").parse(form.values.kind),
              }}
              onMinutes={(minutes) => form.choice("minutes").onChange(String(minutes))}
            />
          </div>
        )}
      </div>
      {canChange && (
        <div className={`sticky row wrap gap-2 panel mt-4 ${styles.bar}`}>
          {edited.hasConflict && edited.after && edited.before ? (
            <RuleConflict before={edited.before} rule={edited.after} form={form} onResolved={save.reset} />
          ) : (
            error && <Notice tone="danger">{errorSentence(error)}</Notice>
          )}
          <Button tone="main" type="submit" form={formId} icon={IconDeviceFloppy} busy={save.isPending}>
            Save
          </Button>
          <TestAll channels={form.values.channels.map(Number)} />
          <BarEnd rule={rule} isUnsaved={isUnsaved} remove={remove} />
        </div>
      )}
      <UnsavedGuard isUnsaved={isUnsaved} sentence="The rule has unsaved changes." onLeave={form.reset} />
    </>
  );
}

type RuleFieldsProps = {
  form: Form<RuleValues>;
  user: SessionUser;
  /** The organization of the rule. */
  orgId: number;
  channels: readonly Channel[];
  /** How many people have chosen to be notified. */
  subscribers: number;
  canChange: boolean;
};

function RuleFields({ form, user, orgId, channels, subscribers, canChange }: RuleFieldsProps) {
  const { data: people = [] } = useAlertPeople(orgId);
  const isForAdmins = isStaffKind(ruleKind.catch("offline").parse(form.values.kind));
  return (
    <fieldset className="grid gap-5" disabled={!canChange}>
      <TextField label="Name" aria-required maxLength={100} autoComplete="off" {...form.text("name")} />
      <Step number={1} title="When">
        <WhenFields form={form} isStaff={user.can_admin} />
      </Step>
      <Step number={2} title="Where">
        <WhereFields form={form} user={user} />
      </Step>
      <Step number={3} title="Notify">
        <NotifyFields form={form} channels={channels} subscribers={subscribers} />
      </Step>
      <Step number={4} title="If Nobody Acknowledges">
        <StepFields
          form={form}
          atOnce={atOnceText(form.values, channels)}
          channels={channels.map(({ id, name }) => ({ id: String(id), label: name }))}
          people={people
            .filter(({ can_admin }) => can_admin || !isForAdmins)
            .map(({ id, name, email }) => ({ id: String(id), label: name || email, about: email }))}
        />
      </Step>
    </fieldset>
  );
}

type RuleConflictProps = {
  before: AlertRule;
  rule: AlertRule;
  form: { conflicts: string[]; drop: (name: string) => void };
  onResolved: () => void;
};

/** Says who has changed what of a rule while it was edited. What both have changed stays as it was entered here, or becomes theirs. */
function RuleConflict({ before, rule, form: { conflicts, drop }, onResolved }: RuleConflictProps) {
  const now = useServerNow();
  const text = conflictText({
    by: rule.edited_by,
    ago: minutesAgoText(rule.edited, now),
    item: "this rule",
    before: ruleValues(before, ""),
    after: ruleValues(rule, ""),
    labelOf: partOf,
    both: conflicts,
  });
  function handleTheirs() {
    conflicts.forEach(drop);
    onResolved();
  }
  return <ConflictNotice text={text} onUseTheirs={conflicts.length > 0 ? handleTheirs : null} />;
}

/** Who is notified when an alert begins. */
function atOnceText({ channels: chosen }: RuleValues, channels: readonly Channel[]): string {
  const names = chosen.flatMap((id) => channels.find((channel) => String(channel.id) === id)?.name ?? []);
  return [...names, "people subscribed to it"].join(", ");
}

type BarEndProps = {
  rule: AlertRule | null;
  isUnsaved: boolean;
  remove: ReturnType<typeof useRuleChanges>["remove"];
};

function BarEnd({ rule, isUnsaved, remove }: BarEndProps) {
  return (
    <>
      {isUnsaved && (
        <span className="inline-row gap-1 size-caption soft hidden-tiny">
          <Icon icon={IconAlertCircle} size="s" /> Unsaved changes
        </span>
      )}
      <span className={`flex gap-2 push-right ${styles.right}`}>
        {rule && (
          <ConfirmButton
            label="Delete"
            target={rule.name}
            icon={IconTrash}
            busy={remove.isPending}
            onConfirm={() => remove.mutate(rule)}
          />
        )}
        <Link to="/attention/rules" className={buttonClass("plain")}>
          Cancel
        </Link>
      </span>
    </>
  );
}

type HeadProps = {
  rule: AlertRule | null;
  enabled: { checked: boolean; onChange: (checked: boolean) => void };
  canChange: boolean;
};

function Head({ rule, enabled, canChange }: HeadProps) {
  const now = useServerNow();
  return (
    <PageHead
      name={rule?.name ?? "New Rule"}
      subtitle={rule && `Changed by ${rule.edited_by}, ${minutesAgoText(rule.edited, now)}`}
      back={<ToRules />}
      actions={
        <span className="inline-row gap-2 rigid size-small">
          On <Switch label="On" {...enabled} lock={canChange ? null : "Only managers change rules"} />
        </span>
      }
    />
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`one-column-small grid ${styles.rulePart}`}>
      <span className={`hidden-small default text-center ${styles.ruleCount}`} aria-hidden>
        {number}
      </span>
      <h2 id={id}>{title}</h2>
      <div className={`column gap-3 min-0 ${styles.body}`}>{children}</div>
    </section>
  );
}

/** Sends a test to each channel that is chosen, one after the other. */
function TestAll({ channels }: { channels: readonly number[] }) {
  const test = useServerMutation({
    ifUnanswered: "Some tests may have been sent.",
    run: async () => {
      let delivered = 0;
      for (const channel of channels) {
        // One after the other: an organization can send few tests at a time.
        const { body } = await call(testChannel, { params: { channel }, body: {} });
        if (body.result === "delivered") delivered += 1;
      }
      return delivered;
    },
    onSuccess: (delivered) =>
      delivered === channels.length
        ? toast("success", `${countText(delivered, "test")} delivered`)
        : toast("warning", `${delivered} of ${countText(channels.length, "test")} delivered`),
    onError: (error) => toast("danger", ...failedWrite(error, "Not all tests were sent.")),
  });
  return (
    <Button
      icon={IconSend}
      title="Send a Test to All Channels"
      disabled={channels.length === 0}
      busy={test.isPending}
      onClick={() => test.mutate()}
    >
      <span className={styles.testWord}>Send a Test to All Channels</span>
    </Button>
  );
}
