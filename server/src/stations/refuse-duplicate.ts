import { uniqueViolation } from "../db/index.ts";
import { Problem } from "../http/index.ts";

/** Runs a change of a station. A name or serial number that another station has is a 409 that names the field. */
export async function refuseDuplicate<A>(
  fields: { name: string; serial_number?: string | undefined },
  run: () => Promise<A>,
): Promise<A> {
  try {
    return await run();
  } catch (error) {
    const constraint = uniqueViolation(error);
    if (constraint === "stations_pkey") {
      throw new Problem(409, `A station with the name ${fields.name} already exists. Check the 'Name' field.`);
    }
    if (constraint === "stations_serial_number_key") {
      const serial = fields.serial_number ?? "";
      throw new Problem(409, `A station with the serial number ${serial} already exists. Check that field.`);
    }
    throw error;
  }
}
