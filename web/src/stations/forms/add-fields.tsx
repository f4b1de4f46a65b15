import { characterCount } from "@groundcrew/shared/lib";
import { STATION_LIMITS } from "@groundcrew/shared/stations";
import { stationType } from "@groundcrew/shared/telemetry";
import { useConsole } from "../../console/index.ts";
import type { Form } from "../../lib/index.ts";
import { useOrganizations } from "../../organizations/index.ts";
import { useStationTypes } from "../../station-types/index.ts";
import { CheckField, SelectField, TextField } from "../../ui/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import type { AddValues } from "./add-values.ts";

const types = stationType.options.map((value) => ({ value, label: stationTypeIcons[value].label }));

/** The fields of the Add Device form. */
export function AddFields({ form }: { form: Form<AddValues> }) {
  const { brand } = useConsole();
  const stationTypes = useStationTypes();
  const type = stationType.options.find((one) => one === form.values.station_type) ?? "atlas";
  const format = stationTypes.data?.[type].serial_format ?? "";
  return (
    <>
      <TextField
        label="Name"
        aria-required
        data-autofocus
        placeholder={`${brand.station_prefix}0123456789ab`}
        spellCheck={false}
        {...form.text("name")}
      />
      <SelectField label="Station Type" aria-required options={types} {...form.choice("station_type")} />
      <TextField label="Serial Number" aria-required placeholder={format} {...form.text("serial_number")} />
      <TextField
        label="Description"
        {...form.text("description")}
        hint={`${characterCount(form.values.description)} of ${STATION_LIMITS.description}`}
      />
      <SelectField label="Organization" options={useOrganizationChoice(brand.provider)} {...form.choice("org_id")} />
      <TextField label="API Version" aria-required placeholder="4.7.4" {...form.text("api_version")} />
      <TextField label="Shipped" type="date" min={STATION_LIMITS.earliest_shipped} {...form.text("shipped")} />
      <TextField label="Deploy Location" {...form.text("location_deployment")} />
      <TextField label="Dashboard Address" type="url" placeholder="http://" {...form.text("hexone_uri_base")} />
      <CheckField label="Actual" hint="Not a mocked station." {...form.check("actual")} />
    </>
  );
}

/** The provider's organization, which is the default, and all others. */
function useOrganizationChoice(provider: string): { value: string; label: string }[] {
  const { data = [] } = useOrganizations();
  const others = data
    .filter(({ name }) => name !== provider)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return [{ value: "", label: provider }, ...others];
}
