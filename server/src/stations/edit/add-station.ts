import type { Brand } from "@groundcrew/shared/brand";
import {
  newNameProblem,
  station,
  type createStation,
  type NewStation,
  type Station,
} from "@groundcrew/shared/stations";
import { change } from "../../audit/index.ts";
import { type Db, uniqueViolation } from "../../platform/db/index.ts";
import { answer, Problem, type Call } from "../../platform/http/index.ts";
import { hasOrganization, insertStation, organizationNamed } from "./edit-queries.ts";
import { newEntry, rowOf, type Entry } from "../board/entry.ts";
import { selectFacts } from "../queries.ts";

/** Adds a station to the given organization, or by default to the provider's. */
export async function addStation(db: Db, call: Call<typeof createStation>, brand: Brand) {
  const { body } = call;
  const nameProblem = newNameProblem(body.name, brand);
  if (nameProblem !== null) throw new Problem(422, [{ field: "name", message: nameProblem }]);
  return refuseDuplicate(body, () =>
    change(db, call, async (tx) => {
      const orgId = await organizationFor(tx, body, brand.provider);
      const { org_id: _orgId, ...fields } = body;
      await insertStation(tx, fields, orgId);
      const [facts] = await selectFacts(tx, [body.name]);
      if (!facts) throw new Error(`The station ${body.name} was added but cannot be read.`);
      const audit = { target: `station ${body.name}`, orgId, after: { ...fields, org_id: orgId } };
      return { answer: answer(201, stationOf(newEntry(facts))), audit };
    }),
  );
}

/** An admin's row of a station, without the optional parts. */
export function stationOf(entry: Entry): Station {
  const options = { support_metrics: false, telemetry: false, config: false, ssot: false, replaceables: false };
  return station.parse(JSON.parse(rowOf(entry, options, true)));
}

async function organizationFor(tx: Db, { org_id }: NewStation, provider: string): Promise<number> {
  if (org_id !== undefined) {
    await requireOrganization(tx, org_id);
    return org_id;
  }
  const id = await organizationNamed(tx, provider);
  if (id === undefined) throw new Problem(409, `There is no organization called ${provider}. Choose one.`);
  return id;
}

export async function requireOrganization(tx: Db, id: number): Promise<void> {
  if (await hasOrganization(tx, id)) return;
  throw new Problem(422, [{ field: "org_id", message: "There is no such organization." }]);
}

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
