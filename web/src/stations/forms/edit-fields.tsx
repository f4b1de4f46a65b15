import { characterCount } from "@groundcrew/shared/lib";
import { STATION_LIMITS, type Station } from "@groundcrew/shared/stations";
import type { Form } from "../../lib/index.ts";
import { CheckField, PasswordField, SelectField, TextField } from "../../ui/index.ts";
import type { EditValues } from "./edit-values.ts";
import styles from "./forms.module.css";
import { useOrganizationOptions } from "./use-organization-options.ts";

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
        <TextField label="Device Name" readOnly value={station.name} hint="A station keeps its name." />
        <TextField label="Serial Number" aria-required {...form.text("serial_number")} />
        <TextField
          label="Description"
          {...form.text("description")}
          hint={`${characterCount(form.values.description)} of ${STATION_LIMITS.description}`}
        />
        <SelectField label="Organization" options={organizations} {...form.choice("org_id")} />
        <TextField label="Deploy Location" {...form.text("location_deployment")} />
        <TextField label="Dashboard Address" type="url" placeholder="http://" {...form.text("hexone_uri_base")} />
        <TextField label="Shipped" type="date" min={STATION_LIMITS.earliest_shipped} {...form.text("shipped")} />
        <PasswordField
          label="API Password"
          autoComplete="new-password"
          hint="What the station connects with. Leave it empty to keep the one it has."
          {...form.text("api_password")}
        />
      </div>
      <div className={styles.checks}>
        <CheckField label="Actual" hint="Not a mocked station." {...form.check("actual")} />
        <CheckField
          label="Telemetry Enabled"
          hint="Without it the station cannot connect."
          {...form.check("telemetry_enabled")}
        />
        <CheckField
          label="Retired"
          hint="Out of service: hidden from the list, with its history kept."
          {...form.check("retired")}
        />
      </div>
    </>
  );
}
