import { changeWallboard, TURN_S, WALLBOARD_DAYS, type Wallboard } from "@groundcrew/shared/wallboards";
import { IconDeviceTv, IconRefresh } from "@tabler/icons-react";
import { call } from "../data/api/index.ts";
import { EditDialog, SecretDialog, ViewField } from "../kit/index.ts";
import { useForm, type Form } from "../lib/index.ts";
import { CheckField, ChoiceField, FormDialog, FormText, TextField } from "../ui/index.ts";
import {
  emptyWallboard,
  newWallboardForm,
  pageLabels,
  renewalForm,
  wallboardForm,
  wallboardValues,
  type WallboardValues,
} from "./wallboard-form.ts";
import { useNewWallboard, useRenewal } from "./use-wallboards.ts";

type NewDialogProps = { orgId: number; onClose: () => void };

/** Creates a wallboard, and then shows its link this once. */
export function NewWallboardDialog({ orgId, onClose }: NewDialogProps) {
  const form = useForm(newWallboardForm, emptyWallboard, { draft: `new wallboard ${orgId}` });
  const write = useNewWallboard(orgId, form);
  if (write.data) {
    const { wallboard, token } = write.data;
    const close = () => {
      form.reset();
      onClose();
    };
    return (
      <SecretDialog
        title="Link of Your Wallboard"
        subtitle={wallboard.name}
        what="link"
        secret={`${location.origin}/wall#${token}`}
        onClose={close}
      >
        <FormText>Open it on the screen. Everyone with this link sees the wallboard, without a login.</FormText>
      </SecretDialog>
    );
  }
  return (
    <FormDialog
      title="New Wallboard"
      icon={IconDeviceTv}
      action="Create"
      form={form}
      write={write}
      onSubmit={form.submit((values) => write.mutate(values))}
      onClose={onClose}
    >
      <SettingsFields form={form} />
      <DaysField form={form} />
    </FormDialog>
  );
}

type EditDialogProps = { wallboard: Wallboard; isRevoked: boolean; onClose: () => void };

/** Changes what a wallboard shows. Its link stays the same. */
export function EditWallboardDialog({ wallboard, isRevoked, onClose }: EditDialogProps) {
  const form = useForm(wallboardForm, wallboardValues(wallboard));
  return (
    <EditDialog
      title={`Edit ${wallboard.name}`}
      icon={IconDeviceTv}
      item={wallboard}
      noun="this wallboard"
      gone={isRevoked ? "Someone else has revoked this wallboard." : null}
      valuesOf={settingsOf}
      labelOf={(field) => LABELS.get(field) ?? field}
      form={form}
      save={(body) => call(changeWallboard, { params: { wallboard: wallboard.id }, body })}
      onClose={onClose}
    >
      <SettingsFields form={form} />
    </EditDialog>
  );
}

const LABELS = new Map([
  ["name", "the name"],
  ["view", "the stations"],
  ["pages", "the pages"],
  ["turn_s", "the time for each page"],
  ["theme", "the theme"],
]);

function settingsOf({ name, view, pages, turn_s, theme }: Wallboard) {
  return { name, view: JSON.stringify(view), pages: pages.join(), turn_s, theme };
}

type RenewDialogProps = { wallboard: Wallboard; onClose: () => void };

/** Has a wallboard end later. */
export function RenewDialog({ wallboard: { id, name }, onClose }: RenewDialogProps) {
  const form = useForm(renewalForm, { days: String(WALLBOARD_DAYS.usual) });
  const write = useRenewal(id, { onDone: onClose });
  return (
    <FormDialog
      title="Renew a Wallboard"
      subtitle={name}
      icon={IconRefresh}
      action="Renew"
      size="form"
      form={form}
      write={write}
      onSubmit={form.submit((values) => write.mutate(values))}
      onClose={onClose}
    >
      <FormText>Its link stays the same. A screen that shows its end is back within a minute.</FormText>
      <DaysField form={form} />
    </FormDialog>
  );
}

function DaysField({ form }: { form: Pick<Form<{ days: string }>, "text"> }) {
  return (
    <TextField
      label="Ends in Days"
      hint={`1 to ${WALLBOARD_DAYS.max}. It can be renewed.`}
      inputMode="numeric"
      aria-required
      autoComplete="off"
      {...form.text("days")}
    />
  );
}

const stations = { all: "All", view: "View" } as const;
const themes = { dark: "Dark", light: "Light" } as const;

function SettingsFields({ form }: { form: Form<WallboardValues> }) {
  return (
    <>
      <TextField
        label="Name"
        hint="Shown on the screen."
        aria-required
        maxLength={60}
        autoComplete="off"
        {...form.text("name")}
      />
      <ChoiceField label="Stations" labels={stations} {...form.choice("stations")}>
        {form.values.stations === "view" && <ViewField user="A wallboard" {...form.choice("view")} />}
      </ChoiceField>
      <Pages form={form} />
      <TextField
        label="Seconds for Each Page"
        hint={`${TURN_S.min} to ${TURN_S.max}. A station that becomes Not ready shows ${pageLabels.now} for 30 s.`}
        inputMode="numeric"
        aria-required
        autoComplete="off"
        {...form.text("turn_s")}
      />
      <ChoiceField label="Theme" labels={themes} {...form.choice("theme")} />
    </>
  );
}

function Pages({ form }: { form: Form<WallboardValues> }) {
  const { now, map, month } = form.values;
  return (
    <fieldset className="column gap-2 m-0 p-0 no-border">
      <legend className="label mb-2">Pages</legend>
      <CheckField label={pageLabels.now} {...form.check("now")} />
      <CheckField label={pageLabels.map} {...form.check("map")} />
      <CheckField label={pageLabels.month} {...form.check("month")} />
      {!now && !map && !month && <p className="caption danger">Choose at least one page.</p>}
    </fieldset>
  );
}
