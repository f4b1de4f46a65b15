import { plainPattern } from "@groundcrew/shared/station-errors";
import { useId, useState } from "react";
import { ARCHIVE_MAX_DAYS, archiveErrorGroups, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { IconArchive } from "@tabler/icons-react";
import { call } from "../../data/api/index.ts";
import { serverNow, useServerNow } from "../../data/clock/index.ts";
import { UntilField } from "../../kit/index.ts";
import { shownZone, fieldTime, useForm, type Form } from "../../lib/index.ts";
import {
  InlineField,
  CheckField,
  Notice,
  Option,
  Options,
  TextAreaField,
  FormDialog,
  FormText,
} from "../../ui/index.ts";
import { useUndo } from "../../undo/index.ts";
import { stationTypeText } from "../group-texts.ts";
import styles from "../groups.module.css";
import { archiveCondition, archiveEnd, archiveSchema, unarchiveSentence, type ArchiveValues } from "./archiving.ts";
import { groupsText, seen, useFirmwares, useGroupChange, useNewestGroups } from "./use-group-change.ts";

type ArchiveGroupsDialogProps = {
  groups: readonly ErrorGroup[];
  onDone?: () => void;
  onClose: () => void;
};

/** Archives groups until a condition is met. */
export function ArchiveGroupsDialog({ groups: listed, onDone, onClose }: ArchiveGroupsDialogProps) {
  const { groups, closed } = useNewestGroups(listed);
  const now = useServerNow();
  const [initial] = useState(() => initialValues(serverNow()));
  const form = useForm(archiveSchema(serverNow), initial, {
    draft: `archive groups ${groups.map(({ id }) => id).join(" ")}`,
  });
  const newest = useNewestFirmware(groups);
  const offerUndo = useUndo();
  const archive = useGroupChange({
    form,
    run: async (body: ReturnType<typeof archiveCondition>, once) =>
      call(archiveErrorGroups, { body: { ...body, groups: seen(groups) } }, once),
    onDone({ headers }) {
      offerUndo(`Archived ${groupsText(groups)}`, headers);
      form.reset();
      onDone?.();
      onClose();
    },
  });
  const [only] = groups;

  return (
    <FormDialog
      title={`Archive ${groups.length === 1 ? groupsText(groups) : `${groups.length} Groups`}`}
      subtitle={groups.length === 1 && only ? plainPattern(only.title) : undefined}
      icon={IconArchive}
      action="Archive"
      form={form}
      news={closed}
      isBlocked={closed !== null}
      write={archive}
      onReload={archive.reload}
      onSubmit={form.submit((entered) => archive.mutate(archiveCondition(entered, newest)))}
      onClose={onClose}
    >
      <FormText>
        An archived group is not in the list of open groups and raises no alerts. Its errors are still recorded.
      </FormText>
      <UnarchiveWhen form={form} groups={groups} newest={newest} now={now} />
      <CheckField label="Unarchive if it escalates" {...form.check("if_escalates")} />
      <TextAreaField label="Why" rows={3} aria-required data-autofocus {...form.text("why")} />
      <Notice tone="info">{unarchiveSentence(form.values, { newest, now })}</Notice>
    </FormDialog>
  );
}

type UnarchiveWhenProps = {
  form: Form<ArchiveValues>;
  groups: readonly ErrorGroup[];
  newest: string | null;
  now: number;
};

/** The condition on which the groups are unarchived. */
function UnarchiveWhen({ form, groups, newest, now }: UnarchiveWhenProps) {
  const name = useId();
  const when = form.choice("when");
  const option = (value: string) => ({
    group: name,
    isChosen: when.value === value,
    onChoose: () => when.onChange(value),
  });
  return (
    <Options label="Unarchive">
      <Option {...option("time")} label="At a time">
        <UntilField
          choices={["morning", "week", "month"]}
          form={form}
          until={archiveEnd(form.values, now)}
          zone={shownZone()}
          maxDays={ARCHIVE_MAX_DAYS}
        />
      </Option>
      <Option
        {...option("more")}
        label="After more errors"
        {...(when.value !== "more" && { help: "For example after 100 more, or at 5 more stations" })}
      >
        <MoreErrors form={form} />
      </Option>
      <Option
        {...option("firmware")}
        label="With the next firmware"
        isDisabled={newest === null}
        help={firmwareHelp(groups, newest)}
      />
    </Options>
  );
}

function MoreErrors({ form }: Pick<UnarchiveWhenProps, "form">) {
  const unit = form.choice("unit");
  return (
    <>
      <InlineField label="Number" inputMode="numeric" className={styles.number} {...form.text("count")} />
      <select aria-label="Of" value={unit.value} onChange={({ target }) => unit.onChange(target.value)}>
        <option value="errors">more errors</option>
        <option value="stations">more stations</option>
      </select>
    </>
  );
}

function initialValues(now: number): ArchiveValues {
  const other = fieldTime(archiveEnd({ choice: "week", other: "" }, now) ?? now, shownZone());
  return { when: "time", choice: "week", other, count: "100", unit: "errors", if_escalates: true, why: "" };
}

/** The newest firmware at stations of the groups' type; null when they have several types, or it is not known. */
function useNewestFirmware(groups: readonly ErrorGroup[]): string | null {
  const [first, ...others] = groups;
  const isOneType = others.every(({ station_type }) => station_type === first?.station_type);
  const { data } = useFirmwares(isOneType ? first?.id : undefined);
  return data?.[0]?.version ?? null;
}

function firmwareHelp([first]: readonly ErrorGroup[], newest: string | null): string {
  if (newest === null) return "Not available: no firmware is known that is the newest for all of their stations";
  const type = first?.station_type ?? null;
  const where = type === null ? "any of their stations" : `any ${stationTypeText(type)}`;
  return `At the first error from a firmware newer than ${newest}, the newest at ${where} today`;
}
