import { useState, type ReactNode } from "react";
import {
  changeStepRule,
  dayIn,
  getStepRule,
  listOrganizations,
  STEP_DAYS,
  type StepRule,
} from "@groundcrew/shared/organizations";
import { listUsers } from "@groundcrew/shared/users";
import { flag, viewOf } from "@groundcrew/shared/view";
import { IconShieldCheck, IconShieldOff } from "@tabler/icons-react";
import { z } from "zod";
import { call, useServerMutation } from "../../data/api/index.ts";
import { serverNow, useServerNow } from "../../data/clock/index.ts";
import { useServerData } from "../../data/index.ts";
import { countText, dayText, useForm } from "../../lib/index.ts";
import { conflictText, useEdited } from "../../kit/index.ts";
import { Button, FormDialog, FormText, Icon, TextField, toast } from "../../ui/index.ts";

/** The view of the users of an organization: all, or those without a second step. */
export const usersView = viewOf("us", { without: flag() });

type LineProps = { orgId: number; children: ReactNode };

/** Whether an organization requires a second step of its users, and how many have none. `children` are further buttons. */
export function StepRuleLine({ orgId, children }: LineProps) {
  const { data: rule } = useServerData(getStepRule, { query: { org_id: orgId } });
  const [isOpen, setOpen] = useState(false);
  const now = useServerNow();
  if (!rule) return null;
  return (
    <div className="row wrap gap-3 mb-3 small justify-between">
      <span className="row gap-3 muted">
        <Icon icon={rule.from === null ? IconShieldOff : IconShieldCheck} size="l" />
        <span>
          <b className="block default">Second Step</b>
          {`${stepRuleText(rule.from, now)}. ${withoutText(rule)}`}
        </span>
      </span>
      <span className="row wrap gap-2">
        {children}
        <Button
          aria-label={rule.from === null ? "Require a Second Step" : "Change the Requirement"}
          onClick={() => setOpen(true)}
        >
          {rule.from === null ? "Require" : "Change"}
        </Button>
      </span>
      {isOpen && <StepRuleDialog orgId={orgId} from={rule.from} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** From or since when an organization requires a second step. */
export function stepRuleText(from: string | null, now: number): string {
  if (from === null) return "Not required";
  return `Required ${Date.parse(from) > now ? "from" : "since"} ${dayText(from, now, "UTC")}`;
}

function withoutText({ users, without }: StepRule): string {
  if (users === 0) return "";
  if (without === 0) return "All users have one.";
  return `${without} of ${countText(users, "user")} ${without === 1 ? "has" : "have"} none.`;
}

const stepDay = z.strictObject({ from: z.iso.date("Choose a day.") });

type DialogProps = { orgId: number; organization?: string; from: string | null; onClose: () => void };

/** Decides from which day an organization requires a second step. */
export function StepRuleDialog({ orgId, organization, from, onClose }: DialogProps) {
  const now = serverNow();
  const form = useForm(stepDay, { from: from ?? dayIn(STEP_DAYS.usual, now) });
  const current = { id: orgId, rev: from === null ? 0 : Date.parse(from), from };
  const { before, after, hasConflict, onError } = useEdited(current, form.changed.length > 0);
  const seen = hasConflict ? after : before;
  const write = useServerMutation({
    shows: [getStepRule, listOrganizations, listUsers],
    run: (day: string | null) =>
      call(changeStepRule, { query: { org_id: orgId }, body: { from: day, expected: seen.from } }),
    onSuccess: (_, day) => {
      toast(
        "success",
        day === null
          ? "A second step is no longer required."
          : `A second step is required from ${dayText(day, now, "UTC")}.`,
      );
      form.reset();
      onClose();
    },
    onError,
  });
  const labelOf = () => `this to '${stepRuleText(after.from, now)}'`;
  const news = hasConflict ? conflictText({ by: null, item: "this", before, after, labelOf }) : null;
  return (
    <FormDialog
      title="Require a Second Step"
      subtitle={organization}
      icon={IconShieldCheck}
      size="form"
      action="Save"
      form={form}
      write={{ isPending: write.isPending, error: news === null ? write.error : null }}
      news={news}
      onSubmit={form.submit((values) => write.mutate(values.from))}
      onClose={onClose}
      buttons={
        from !== null && (
          <Button icon={IconShieldOff} busy={write.isPending} onClick={() => write.mutate(null)}>
            Stop Requiring It
          </Button>
        )
      }
    >
      <FormText>
        Users need a passkey or an authenticator app besides their password. From that day on, those who have none can
        only reach their own account and set one up. API keys are not affected.
      </FormText>
      <TextField
        label="From"
        type="date"
        hint="The day begins at 00:00 UTC. Users without one get an email now, and 7 days and 1 day before if that is later."
        min={dayIn(0, now)}
        max={dayIn(STEP_DAYS.most, now)}
        aria-required
        {...form.text("from")}
      />
    </FormDialog>
  );
}
