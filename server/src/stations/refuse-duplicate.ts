import { uniqueViolation } from "../db/index.ts";
import { Problem } from "../http/index.ts";

/** Runs a change of a station. What no two stations may share, and another has, is a 409 that names it. */
export async function refuseDuplicate<A>(
  given: { name: string; serial_number?: string | undefined },
  run: () => Promise<A>,
): Promise<A> {
  try {
    return await run();
  } catch (error) {
    const constraint = uniqueViolation(error);
    if (constraint === "stations_pkey") {
      throw new Problem(409, `A station with the name ${given.name} already exists. Check the 'Name' field.`);
    }
    if (constraint === "stations_serial_number_key") {
      const serial = given.serial_number ?? "";
      throw new Problem(409, `A station with the serial number ${serial} already exists. Check that field.`);
    }
    throw error;
  }
}
