import { useId, type ReactNode } from "react";
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  type AlertRule,
  type NewRule,
} from "@groundcrew/shared/alerts";
import { testChannel, type Channel } from "@groundcrew/shared/channels";
import { shortAge } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  IconAlertCircle,
  IconArrowLeft,
  IconDeviceFloppy,
  IconSearchOff,
  IconSend,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { call, CallFailure, errorSentence, queryKeys, useServerMutation } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { countText, useForm, type Form } from "../../lib/index.ts";
import {
  Button,
  buttonClass,
  ConfirmButton,
  Empty,
  Failed,
  Icon,
  Loading,
  Notice,
  Switch,
  TextField,
  toast,
  UnsavedGuard,
} from "../../ui/index.ts";
import { useChannels } from "../channels/index.ts";
import { NotifyFields } from "./notify-fields.tsx";
import { draftText, emptyRule, itemsOf, ruleForm, ruleValues, type RuleValues } from "./rule-form.ts";
import styles from "./rule-page.module.css";
import { RulePreview } from "./rule-preview.tsx";
import { StepFields } from "./step-fields.tsx";
import { useAlertPeople, useRule } from "./use-rules.ts";
import { WhenFields } from "./when-fields.tsx";
import { WhereFields } from "./where-fields.tsx";

/** The page of a rule; null is a new one. */
export function RulePage({ id, user }: { id: number | null; user: SessionUser }) {
  const { brand } = useConsole();
  const { data, error, refetch } = useRule(id);
  return (
    <>
      <title>{`${id === null ? "New Rule" : (data?.name ?? "Rule")} · ${brand.product}`}</title>
      {data || id === null ? (
        <Editor rule={data ?? null} user={user} />
      ) : error instanceof CallFailure && error.status === 404 ? (
        <Empty icon={IconSearchOff} sentence="There is no such rule." action={<ToRules />} />
      ) : error ? (
        <Failed sentence="Loading the rule failed" reason={errorSentence(error)} onReload={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

function ToRules() {
  return (
    <Link
      to="/attention/$"
      params={{ _splat: "rules" }}
      aria-label="Back to the Rules"
      title="Back to the Rules"
      className={buttonClass("quiet", "icon")}
    >
      <Icon icon={IconArrowLeft} />
    </Link>
  );
}

function Editor({ rule, user }: { rule: AlertRule | null; user: SessionUser }) {
  const formId = useId();
  const canChange = user.can_admin || user.can_manage;
  const orgId = rule?.org_id ?? user.org_id;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm(ruleForm, rule ? ruleValues(rule, zone) : emptyRule(zone));
  const { data: channels = [] } = useChannels(orgId);
  const { save, remove } = useRuleChanges(rule, form.reset);
  const parsed = ruleForm.safeParse(form.values);
  const isUnsaved = form.changed.length > 0;
  const error = save.error ?? remove.error;
  const draft = canChange ? draftText(form.values, rule?.org_id) : null;

  return (
    <>
      <Head rule={rule} enabled={form.check("enabled")} canChange={canChange} />
      <div className={styles.columns}>
        <form
          id={formId}
          aria-label="Rule"
          noValidate
          className={styles.card}
          onSubmit={form.submit((entered) => save.mutate(entered))}
        >
          <RuleFields {...{ form, user, canChange, channels }} orgId={orgId} />
        </form>
        {canChange && (
          <div className={styles.side}>
            <RulePreview
              draft={draft}
              rule={parsed.data}
              onMinutes={(minutes) => form.choice("minutes").onChange(String(minutes))}
            />
          </div>
        )}
      </div>
      {error && <Notice tone="danger">{errorSentence(error)}</Notice>}
      {canChange && (
        <div className={styles.bar}>
          <Button tone="main" type="submit" form={formId} icon={IconDeviceFloppy} busy={save.isPending}>
            Save
          </Button>
          <TestAll channels={itemsOf(form.values.channels).map(Number)} />
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
  canChange: boolean;
};

function RuleFields({ form, user, orgId, channels, canChange }: RuleFieldsProps) {
  const { data: people = [] } = useAlertPeople(orgId);
  return (
    <fieldset className={styles.all} disabled={!canChange}>
      <TextField label="Name" aria-required maxLength={100} autoComplete="off" {...form.text("name")} />
      <Step number={1} title="When">
        <WhenFields form={form} isStaff={user.can_admin} />
      </Step>
      <Step number={2} title="Where">
        <WhereFields form={form} user={user} />
      </Step>
      <Step number={3} title="Notify">
        <NotifyFields form={form} channels={channels} />
      </Step>
      <Step number={4} title="If Nobody Acknowledges">
        <StepFields
          form={form}
          channels={channels.map(({ id, name }) => ({ id: String(id), label: name }))}
          people={people.map(({ id, name, email }) => ({ id: String(id), label: name || email, about: email }))}
        />
      </Step>
    </fieldset>
  );
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
        <span className={styles.unsaved}>
          <Icon icon={IconAlertCircle} size="s" /> Unsaved changes
        </span>
      )}
      <span className={styles.right}>
        {rule && (
          <ConfirmButton
            label="Delete"
            target={rule.name}
            icon={IconTrash}
            busy={remove.isPending}
            onConfirm={() => remove.mutate(rule)}
          />
        )}
        <Link to="/attention/$" params={{ _splat: "rules" }} className={buttonClass("plain")}>
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
  const age = rule && shortAge(now - Date.parse(rule.edited));
  return (
    <header className={styles.head}>
      <ToRules />
      <h1 title={rule?.name}>{rule?.name ?? "New Rule"}</h1>
      <span className={styles.edited}>
        {rule && `Changed by ${rule.edited_by}, ${age === "now" ? "just now" : `${age} ago`}`}
      </span>
      <span className={styles.on}>
        On <Switch label="On" {...enabled} lock={canChange ? null : "Only managers change rules"} />
      </span>
    </header>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <span className={styles.count} aria-hidden>
        {number}
      </span>
      <h2 id={id}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** Sends a test to each channel that is chosen, one after the other. */
function TestAll({ channels }: { channels: readonly number[] }) {
  const client = useQueryClient();
  const test = useServerMutation({
    run: async () => {
      let delivered = 0;
      for (const channel of channels) {
        // oxlint-disable-next-line no-await-in-loop -- an organization can send few tests at a time
        const { body } = await call(testChannel, { params: { channel }, body: {} });
        if (body.result === "delivered") delivered += 1;
      }
      return delivered;
    },
    onSuccess: (delivered) =>
      delivered === channels.length
        ? toast("success", `${countText(delivered, "test")} delivered`)
        : toast("warning", `${delivered} of ${countText(channels.length, "test")} delivered`),
    onError: (error) => toast("danger", "Not all tests were sent.", errorSentence(error)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.channels.all }),
  });
  return (
    <Button icon={IconSend} disabled={channels.length === 0} busy={test.isPending} onClick={() => test.mutate()}>
      Send a Test to All Channels
    </Button>
  );
}

/** Saves or deletes a rule, and then returns to the list. */
function useRuleChanges(rule: AlertRule | null, reset: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const done = (text: string) => () => {
    toast("success", text);
    reset();
    // After the next render the form has no changes that would be asked about.
    requestAnimationFrame(() => void navigate({ to: "/attention/$", params: { _splat: "rules" } }));
  };
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.alertRules.all });
  return {
    save: useServerMutation({
      run: async ({ org_id: _organization, ...entered }: NewRule, once) => {
        if (rule === null) return call(createAlertRule, { body: entered }, once);
        return call(changeAlertRule, { params: { rule: rule.id }, body: { ...entered, rev: rule.rev } });
      },
      onSuccess: (_, { name }) => done(`Saved ${name}`)(),
      onSettled,
    }),
    remove: useServerMutation({
      run: async ({ id, rev }: AlertRule) => call(deleteAlertRule, { params: { rule: id }, query: { rev } }),
      onSuccess: (_, { name }) => done(`Deleted ${name}`)(),
      onSettled,
    }),
  };
}
