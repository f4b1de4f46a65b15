import { useDeferredValue, useId, useState } from "react";
import { mergeErrorGroups, mergePattern, previewGroupPattern, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { IconGitMerge } from "@tabler/icons-react";
import { z } from "zod";
import { call } from "../../data/api/index.ts";
import { countText, useForm, type Form } from "../../lib/index.ts";
import { CheckField, Notice, Option, Options, TextField, toast, FormDialog } from "../../ui/index.ts";
import { GroupTitle } from "../group-title.tsx";
import { stationTypeText } from "../group-texts.ts";
import { useGroupSummary } from "../use-group-summary.ts";
import styles from "../groups.module.css";
import { commonPattern, matchSentence, mergedOwnerSentence } from "./merging.ts";
import { seen, useGroupChange } from "./use-group-change.ts";
import { useServerData } from "../../data/index.ts";

type MergeGroupsDialogProps = {
  /** At least two groups. */
  groups: readonly ErrorGroup[];
  onDone?: () => void;
  onClose: () => void;
};

type MergeValues = { into: string; hasPattern: boolean; pattern: string };

const schema = z
  .object({ into: z.string(), hasPattern: z.boolean(), pattern: z.string() })
  .superRefine(({ hasPattern, pattern }, context) => {
    const problem = hasPattern ? mergePattern.safeParse(pattern).error?.issues[0]?.message : undefined;
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["pattern"], message: problem });
  });

/** Merges groups into one of them and, with a pattern, those that will match it. */
export function MergeGroupsDialog({ groups, onDone, onClose }: MergeGroupsDialogProps) {
  const name = useId();
  const [initial] = useState(() => initialValues(groups));
  const form = useForm(schema, initial);
  const into = form.choice("into");
  const target = groups.find(({ id }) => String(id) === into.value);
  const { data: sum } = useGroupSummary(groups);
  const owners = mergedOwnerSentence(groups);
  const merge = useGroupChange({
    form,
    run: async ({ hasPattern, pattern, ...entered }: MergeValues, once) => {
      const body = { groups: seen(groups), into: Number(entered.into), pattern: hasPattern ? pattern : null };
      return call(mergeErrorGroups, { body }, once);
    },
    onDone() {
      toast("success", `Merged ${countText(groups.length, "group")} into Group ${into.value}`);
      form.reset();
      onDone?.();
      onClose();
    },
  });

  return (
    <FormDialog
      title={`Merge ${groups.length} Groups`}
      subtitle={sum && `1 group: ${countText(sum.errors, "error")} at ${countText(sum.stations, "station")}`}
      icon={IconGitMerge}
      action="Merge"
      form={form}
      write={merge}
      onReload={merge.reload}
      onSubmit={form.submit((entered) => merge.mutate(entered))}
      onClose={onClose}
    >
      <Options label="Name of the merged group">
        {groups.map((group) => (
          <Option
            key={group.id}
            group={name}
            label={<GroupTitle title={group.title} />}
            help={aboutText(group)}
            isChosen={into.value === String(group.id)}
            onChoose={() => into.onChange(String(group.id))}
          />
        ))}
      </Options>
      <FutureGroups form={form} target={target} groups={groups} />
      {owners !== null && <Notice tone="warning">{owners}</Notice>}
      <p className="caption muted">
        {"Merging keeps every error's own fingerprint. It can be undone on the group's page, under Fingerprints."}
      </p>
    </FormDialog>
  );
}

type FutureGroupsProps = { form: Form<MergeValues>; target: ErrorGroup | undefined; groups: readonly ErrorGroup[] };

/** Whether groups of the future are merged too, and which. */
function FutureGroups({ form, target, groups }: FutureGroupsProps) {
  const { hasPattern, pattern } = form.values;
  return (
    <>
      <CheckField label="Also merge future groups that match" {...form.check("hasPattern")} />
      {hasPattern && (
        <div>
          <TextField
            label="Pattern"
            spellCheck={false}
            autoComplete="off"
            hint={patternHint(target)}
            {...form.text("pattern")}
          />
          <Preview pattern={pattern} jobType={target?.job_type ?? null} groups={groups} />
        </div>
      )}
    </>
  );
}

type PreviewProps = { pattern: string; jobType: string | null; groups: readonly ErrorGroup[] };

/** The current groups that a pattern matches. */
function Preview({ pattern, jobType, groups }: PreviewProps) {
  const deferred = useDeferredValue(pattern.trim());
  const isValid = mergePattern.safeParse(deferred).success;
  const { data } = useServerData(
    previewGroupPattern,
    isValid ? { query: { pattern: deferred, ...(jobType !== null && { job_type: jobType }) } } : null,
  );
  return (
    <output className={`block small soft mt-3 ${styles.preview}`}>
      {isValid && data ? matchSentence(data, groups) : ""}
    </output>
  );
}

function initialValues(groups: readonly ErrorGroup[]): MergeValues {
  const [largest] = groups.toSorted((a, b) => b.total - a.total);
  const pattern = commonPattern(groups.map(({ title }) => title));
  return { into: String(largest?.id ?? ""), hasPattern: pattern !== null, pattern: pattern ?? "" };
}

function aboutText({ id, job_type, station_type, open, stations }: ErrorGroup): string {
  const errors = `${countText(open, "error")} at ${countText(stations, "station")}`;
  return [`Group ${id}`, job_type, stationTypeText(station_type), errors].filter(Boolean).join(" · ");
}

function patternHint(target: ErrorGroup | undefined): string {
  const jobType = target?.job_type ?? null;
  return `* stands for any words. ${jobType === null ? "Without job type" : `Job type ${jobType}`}, all station types.`;
}
