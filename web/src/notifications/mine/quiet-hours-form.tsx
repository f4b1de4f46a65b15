import { quietHours, type QuietHours } from "@groundcrew/shared/notifications";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { z } from "zod";
import { errorSentence } from "../../data/api/index.ts";
import { ConflictNotice, NOT_SAVED, timeZones } from "../../kit/index.ts";
import { browserZone, useForm } from "../../lib/index.ts";
import { Button, CheckField, Notice, SelectField, TextField, UnsavedGuard } from "../../ui/index.ts";
import styles from "../notifications.module.css";
import { useQuietHours } from "./use-mine.ts";

/** The quiet hours; null without any. */
const quietForm = z
  .object({ isOn: z.boolean(), from: z.string(), to: z.string(), zone: z.string(), urgent_after_hour: z.boolean() })
  .transform(({ isOn, ...quiet }) => (isOn ? quiet : null))
  .pipe(quietHours.nullable());

/** Sets the user's quiet hours. Edits stay when the saved ones change, for example on another page of the same user. */
export function QuietHoursForm({ quiet }: { quiet: QuietHours | null }) {
  const {
    from,
    to,
    urgent_after_hour,
    zone: own,
  } = quiet ?? { from: "22:00", to: "07:00", zone: browserZone, urgent_after_hour: true };
  const form = useForm(quietForm, { isOn: quiet !== null, from, to, zone: own, urgent_after_hour });
  const save = useQuietHours(form.reset);
  return (
    <form
      aria-label="My quiet hours"
      noValidate
      className={styles.form}
      onSubmit={form.submit((entered) => save.mutate(entered))}
    >
      <CheckField label="Use quiet hours" {...form.check("isOn")} />
      {form.values.isOn && (
        <>
          <div className="halves grid gap-2">
            <TextField label="From" type="time" {...form.text("from")} />
            <TextField label="To" type="time" {...form.text("to")} />
          </div>
          <SelectField label="Time Zone" options={timeZones(own)} {...form.choice("zone")} />
          <CheckField
            label="Wake me for urgent alerts that are unacknowledged after 1 hour"
            {...form.check("urgent_after_hour")}
          />
        </>
      )}
      {form.conflicts.length > 0 && !save.isPending && (
        <ConflictNotice
          text={`Meanwhile ${quiet === null ? "quiet hours were switched off" : `${quiet.from} to ${quiet.to} (${quiet.zone}) was saved`}. ${NOT_SAVED}`}
          label="Use Those"
          onUseTheirs={() => form.conflicts.forEach(form.drop)}
        />
      )}
      {save.error && <Notice tone="danger">{errorSentence(save.error)}</Notice>}
      <div>
        <Button type="submit" icon={IconDeviceFloppy} busy={save.isPending} disabled={form.changed.length === 0}>
          Save
        </Button>
      </div>
      <UnsavedGuard
        isUnsaved={form.changed.length > 0}
        sentence="Your quiet hours have unsaved changes."
        onLeave={form.reset}
      />
    </form>
  );
}
