import { useRouter } from "@tanstack/react-router";
import { createStation, STATION_LIMITS } from "@groundcrew/shared/stations";
import { IconPlus } from "@tabler/icons-react";
import { call, useServerMutation } from "../../data/api/index.ts";
import { useConsole } from "../../console/index.ts";
import { useForm, type Form } from "../../lib/index.ts";
import { FormDialog, toastWithNext, CheckField, SelectField, TextField } from "../../ui/index.ts";
import { type AddedStation, addForm, addValues, type AddValues } from "./form-values.ts";
import { characterCount } from "@groundcrew/shared/lib";
import { stationType, stationTypeLabels } from "@groundcrew/shared/telemetry";
import { OrganizationField } from "../../manage/organizations/index.ts";
import { useStationTypes } from "../../station/index.ts";

type AddDeviceDialogProps = {
  /** The station's name, if known. */
  name?: string | undefined;
  /** Called when the station was added. */
  onAdded: () => void;
  onClose: () => void;
};

/** The Add Device dialog. It stays open if the server rejects the input. */
export function AddDeviceDialog({ name = "", onAdded, onClose }: AddDeviceDialogProps) {
  const { brand } = useConsole();
  const router = useRouter();
  const form = useForm(addForm(brand), { ...addValues, name }, { draft: `add station ${name}` });
  const add = useServerMutation({
    form,
    run: (body: AddedStation, once) => call(createStation, { body }, once),
    onSuccess: (_, { name: added }) => {
      toastWithNext("success", "Created new station", {
        label: "Set API Password",
        onPress: () => void router.navigate({ to: "/stations/$name/edit", params: { name: added } }),
      });
      form.reset();
      onAdded();
      onClose();
    },
  });

  return (
    <FormDialog
      title="Add Device"
      icon={IconPlus}
      size="form"
      action="Add Station"
      closeLabel="Cancel"
      form={form}
      write={add}
      onSubmit={form.submit((entered) => add.mutate(entered))}
      onClose={onClose}
    >
      <AddFields form={form} />
    </FormDialog>
  );
}

const types = stationType.options.map((value) => ({ value, label: stationTypeLabels[value] }));

/** The fields of the Add Device form. */
function AddFields({ form }: { form: Form<AddValues> }) {
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
      <OrganizationField none={brand.provider} without={brand.provider} {...form.choice("org_id")} />
      <TextField label="API Version" aria-required placeholder="4.7.4" {...form.text("api_version")} />
      <TextField label="Shipped" type="date" min={STATION_LIMITS.earliest_shipped} {...form.text("shipped")} />
      <TextField label="Deploy Location" {...form.text("location_deployment")} />
      <TextField label="Dashboard Address" type="url" placeholder="http://" {...form.text("hexone_uri_base")} />
      <CheckField label="Actual" hint="Not a mocked station." {...form.check("actual")} />
    </>
  );
}
