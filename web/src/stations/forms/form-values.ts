import type { Brand } from "@groundcrew/shared/brand";
import { newNameProblem, newStation, stationEdit, type Station, type StationEdit } from "@groundcrew/shared/stations";
import { z } from "zod";

/** Initial values of the Add Device form. */
export const addValues = {
  name: "",
  serial_number: "",
  description: "",
  station_type: "atlas",
  org_id: "",
  api_version: "",
  shipped: "",
  location_deployment: "",
  hexone_uri_base: "",
  actual: true,
};

export type AddValues = typeof addValues;

/** The schema of the Add Device form: the call's own, with the deployment's rule for names. */
export function addForm(brand: Pick<Brand, "station_prefix">) {
  return newStation.extend({
    name: newStation.shape.name.superRefine((entered, context) => {
      const problem = newNameProblem(entered, brand);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
    org_id: z
      .string()
      .transform((text) => (text === "" ? undefined : Number(text)))
      .pipe(newStation.shape.org_id),
  });
}
export type AddedStation = z.output<ReturnType<typeof addForm>>;

/** The values of the Edit form. */
export type EditValues = {
  serial_number: string;
  description: string;
  org_id: string;
  location_deployment: string;
  hexone_uri_base: string;
  shipped: string;
  api_password: string;
  actual: boolean;
  telemetry_enabled: boolean;
  retired: boolean;
};

export type EditField = keyof EditValues;

/** The labels of the fields. */
export const editLabels: Record<EditField, string> = {
  serial_number: "Serial Number",
  description: "Description",
  org_id: "Organization",
  location_deployment: "Deploy Location",
  hexone_uri_base: "Dashboard Address",
  shipped: "Shipped",
  api_password: "API Password",
  actual: "Actual",
  telemetry_enabled: "Telemetry Enabled",
  retired: "Retired",
};

export function isEditField(name: string): name is EditField {
  return Object.hasOwn(editLabels, name);
}

/** The saved value of a field, as text. */
export function savedText(station: Station, field: EditField): string {
  if (field === "org_id") return station.organization_name;
  const value = editValues(station)[field];
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === "" ? "empty" : value;
}

/** The schema of the Edit form: the call's own, where an empty password keeps the current one. */
export const editForm = stationEdit.required().extend({
  org_id: z.string().transform(Number).pipe(stationEdit.shape.org_id.unwrap()),
  api_password: z
    .string()
    .transform((text) => (text === "" ? undefined : text))
    .pipe(stationEdit.shape.api_password.unwrap().unwrap().optional()),
});

/** The form values of a station. */
export function editValues(station: Station): EditValues {
  return {
    serial_number: station.serial_number,
    description: station.description,
    org_id: String(station.org_id),
    location_deployment: station.location_deployment,
    hexone_uri_base: station.hexone_uri_base ?? "",
    shipped: station.shipped ?? "",
    api_password: "",
    actual: station.actual,
    telemetry_enabled: station.telemetry_enabled,
    retired: station.retired !== null,
  };
}

/** The request body: only the edited fields, so that other people's changes are not undone. */
export function editBody(entered: z.output<typeof editForm>, changed: readonly string[]): StationEdit {
  return stationEdit.parse(Object.fromEntries(Object.entries(entered).filter(([field]) => changed.includes(field))));
}
