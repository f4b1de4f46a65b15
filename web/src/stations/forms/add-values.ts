import type { Brand } from "@groundcrew/shared/brand";
import { newNameProblem, newStation } from "@groundcrew/shared/stations";
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

const { name, org_id } = newStation.shape;

/** The schema of the Add Device form: the call's own, with the deployment's rule for names. */
export function addForm(brand: Pick<Brand, "station_prefix">) {
  return newStation.extend({
    name: name.superRefine((entered, context) => {
      const problem = newNameProblem(entered, brand);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    }),
    org_id: z
      .string()
      .transform((text) => (text === "" ? undefined : Number(text)))
      .pipe(org_id),
  });
}
export type AddedStation = z.output<ReturnType<typeof addForm>>;
