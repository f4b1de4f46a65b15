import { characterCount } from "@groundcrew/shared/lib";
import { STATION_LIMITS, type Station } from "@groundcrew/shared/stations";
import type { Form } from "../../lib/index.ts";
import { CheckField, PasswordField, SelectField, TextField } from "../../ui/index.ts";
import { editLabels, type EditValues } from "./edit-values.ts";
import { useOrganizationOptions } from "./use-organization-options.ts";
import styles from "./forms.module.css";

type EditFieldsProps = {
  form: Form<EditValues>;
  station: Pick<Station, "name" | "org_id" | "organization_name">;
};

/** The fields of the Edit form. */
export function EditFields({ form, station }: EditFieldsProps) {
  const organizations = useOrganizationOptions({ id: station.org_id, name: station.organization_name });
  return (
    <>
      <div className={styles.fields}>
        <TextField label="Device Name" readOnly value={station.name} hint="The device name can't be changed." />
        <TextField label={editLabels.serial_number} aria-required {...form.text("serial_number")} />
        <TextField
          label={editLabels.description}
          {...form.text("description")}
          hint={`${characterCount(form.values.description)} of ${STATION_LIMITS.description}`}
        />
        <SelectField label={editLabels.org_id} options={organizations} {...form.choice("org_id")} />
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
      <div className={styles.checks}>
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
