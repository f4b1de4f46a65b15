import type { SessionUser } from "@groundcrew/shared/sessions";
import { type Station, STATION_LIMITS } from "@groundcrew/shared/stations";
import { Card, Button, Notice, UnsavedGuard, CheckField, PasswordField, TextField } from "../../ui/index.ts";
import { LinkCard } from "./link-card.tsx";
import { LocationForm, SaveFailure } from "./location-form.tsx";
import styles from "../station-page.module.css";
import type { SubmitEvent } from "react";
import { useForm, exactMoment, momentText, type Form } from "../../lib/index.ts";
import { stationTitle } from "../../station/index.ts";
import {
  editBody,
  editForm,
  editValues,
  isEditField,
  type EditField,
  editLabels,
  savedText,
  type EditValues,
} from "./form-values.ts";
import { useEdit, useIsOutdated } from "./use-edit.ts";
import { characterCount } from "@groundcrew/shared/lib";
import { PlaceCard } from "../place-card.tsx";
import { OrganizationField } from "../../manage/organizations/index.ts";

/** The Edit tab, for admins. */
export function EditTab({ station, user }: { station: Station; user: SessionUser }) {
  return (
    <div className={`one-column-medium grid gap-4 align-start ${styles.formCards}`}>
      <Card title="Edit">
        <EditForm station={station} />
      </Card>
      <div className="grid gap-4">
        <LinkCard station={station} />
        <PlaceCard station={station} user={user} />
        <Card title="Location">
          <LocationForm station={station} />
        </Card>
      </div>
    </div>
  );
}

function EditForm({ station }: { station: Station }) {
  const form = useForm(editForm, editValues(station), { draft: `edit ${station.name}`, secret: "api_password" });
  const save = useEdit(station, form.reset);
  const isChanged = form.changed.length > 0;
  const isOutdated = useIsOutdated(station, isChanged) || save.isRefused;
  const conflicts = form.conflicts.filter(isEditField);

  return (
    <form
      className="column gap-4"
      noValidate
      aria-label="Edit station"
      onSubmit={
        conflicts.length > 0
          ? focusFirstConflict
          : form.submit((entered) => save.mutate(editBody(entered, form.changed)))
      }
    >
      <EditFields form={form} station={station} />
      {isChanged && !save.isPending && (isOutdated || conflicts.length > 0) && (
        <EditConflicts station={station} conflicts={conflicts} onKeepMine={form.keep} onUseTheirs={form.drop} />
      )}
      <SaveFailure error={save.error} />
      <div className="row wrap gap-2">
        <Button tone="main" type="submit" busy={save.isPending} disabled={!isChanged}>
          Save
        </Button>
        <Button disabled={!isChanged || save.isPending} onClick={form.reset}>
          Undo Changes
        </Button>
        {isChanged && <span className="caption accent strong">Unsaved changes</span>}
      </div>
      <UnsavedGuard
        isUnsaved={isChanged && !save.isPending}
        sentence={`Changes to station ${stationTitle(station)} haven't been saved`}
        onLeave={form.reset}
      />
    </form>
  );
}

/** Someone else's changes are overwritten only on purpose: moves to the first field with a conflict. */
function focusFirstConflict(event: SubmitEvent<HTMLFormElement>) {
  event.preventDefault();
  const button = event.currentTarget.querySelector("li button");
  if (button instanceof HTMLElement) button.focus();
}

type EditConflictsProps = {
  station: Station;
  /** Fields that were edited here and changed by someone else. */
  conflicts: readonly EditField[];
  onKeepMine: (field: EditField) => void;
  onUseTheirs: (field: EditField) => void;
};

/**
 * Reports that someone else has saved changes since the form was edited, and shows their values: the user chooses which value each
 * field keeps.
 */
function EditConflicts({ station, conflicts, onKeepMine, onUseTheirs }: EditConflictsProps) {
  return (
    <Notice tone="warning">
      <div className={`grid gap-2 m-0 p-0 ${styles.conflicts}`}>
        <b>(Note: there are new changes)</b>
        <SavedBy edit={station.last_edit} />
        <ul className={`grid gap-2 m-0 p-0 ${styles.conflicts}`}>
          {conflicts.map((field) => (
            <li key={field} className="row wrap gap-2 anywhere">
              <span>{`${editLabels[field]} was saved as: ${savedText(station, field)}`}</span>
              <Button aria-label={`Keep mine for ${editLabels[field]}`} onClick={() => onKeepMine(field)}>
                Keep mine
              </Button>
              <Button aria-label={`Use theirs for ${editLabels[field]}`} onClick={() => onUseTheirs(field)}>
                Use theirs
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Notice>
  );
}

function SavedBy({ edit }: { edit: Station["last_edit"] }) {
  if (!edit) return <span>Someone else saved this station.</span>;
  return <span title={exactMoment(edit.created)}>{`Saved by ${edit.author}, ${momentText(edit.created)}.`}</span>;
}

type EditFieldsProps = {
  form: Form<EditValues>;
  station: Pick<Station, "name" | "organization_name">;
};

/** The fields of the Edit form. */
function EditFields({ form, station }: EditFieldsProps) {
  return (
    <>
      <div className={`grid gap-4 ${styles.fields}`}>
        <TextField label="Device Name" readOnly value={station.name} hint="The device name can't be changed." />
        <TextField label={editLabels.serial_number} aria-required {...form.text("serial_number")} />
        <TextField
          label={editLabels.description}
          {...form.text("description")}
          hint={`${characterCount(form.values.description)} of ${STATION_LIMITS.description}`}
        />
        <OrganizationField pickedLabel={station.organization_name} {...form.choice("org_id")} />
        <TextField label={editLabels.location_deployment} {...form.text("location_deployment")} />
        <TextField
          label={editLabels.hexone_uri_base}
          type="url"
          placeholder="http://"
          {...form.text("hexone_uri_base")}
        />
        <TextField
          label={editLabels.shipped}
          type="date"
          min={STATION_LIMITS.earliest_shipped}
          {...form.text("shipped")}
        />
        <PasswordField
          label={editLabels.api_password}
          autoComplete="new-password"
          hint="The password the station connects with. Leave blank to keep the current one."
          {...form.text("api_password")}
        />
      </div>
      <div className="grid gap-2">
        <CheckField label={editLabels.actual} hint="Not a mocked station." {...form.check("actual")} />
        <CheckField
          label={editLabels.telemetry_enabled}
          hint="Without it the station cannot connect."
          {...form.check("telemetry_enabled")}
        />
        <CheckField
          label={editLabels.retired}
          hint="Out of service: hidden from the list, with its history kept."
          {...form.check("retired")}
        />
      </div>
    </>
  );
}
