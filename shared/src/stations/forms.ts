import { z } from "zod";
import type { Brand } from "../brand.ts";
import { characterCount, emptyAsNull, lineOf, openAddress, orgId } from "../lib/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";

/** Limits of the station forms (specification, section 9): longest description, and earliest shipping date. */
export const STATION_LIMITS = { description: 50, earliest_shipped: "2020-01-01" } as const;

const shipped = emptyAsNull(
  z.iso
    .date("Enter a date such as 2024-05-31.")
    .refine((day) => day >= STATION_LIMITS.earliest_shipped, "Must be 2020-01-01 or later."),
);
const serialNumber = lineOf(100, "Serial number is required");
const deployment = lineOf(200);

/**
 * The Add Device form and the body of its call (section 5). Without `org_id` the station goes to the provider's organization. An empty
 * dashboard address or shipping date is null.
 */
export const newStation = z.strictObject({
  name: lineOf(64, "You must fill the 'Name' field before continuing.").pipe(stationName),
  serial_number: serialNumber,
  description: described("Descriptions must be shorter than 50 characters.").default(""),
  station_type: stationType.default("atlas"),
  hexone_uri_base: emptyAsNull(openAddress).default(null),
  actual: z.boolean().default(true),
  api_version: lineOf(50, "API version needed to do initial telemetry."),
  shipped: shipped.default(null),
  location_deployment: deployment.default(""),
  org_id: orgId.optional(),
});
export type NewStation = z.output<typeof newStation>;

/** Error message for the name of a new station; null if it is the deployment's prefix followed by 12 hexadecimal digits. */
export function newNameProblem(name: string, { station_prefix }: Pick<Brand, "station_prefix">): string | null {
  const isFitting = name.startsWith(station_prefix) && /^[0-9a-f]{12}$/.test(name.slice(station_prefix.length));
  return isFitting ? null : `A station's name is ${station_prefix} and 12 characters from 0-9 and a-f.`;
}

/**
 * The body of a station edit: only the fields that change; the name cannot change. `api_password` is the password with which the station
 * connects; null rejects its connections. It must be too long to guess, because its hash is fast. `retired` takes the station out of
 * service or puts it back.
 */
export const stationEdit = z
  .strictObject({
    serial_number: serialNumber,
    actual: z.boolean(),
    description: described("Description must be shorter than 50 characters."),
    org_id: orgId,
    telemetry_enabled: z.boolean(),
    api_password: z.string().min(20, "Use at least 20 characters.").max(128, "Use at most 128 characters.").nullable(),
    shipped,
    location_deployment: deployment,
    hexone_uri_base: emptyAsNull(openAddress),
    retired: z.boolean(),
  })
  .partial();
export type StationEdit = z.output<typeof stationEdit>;

function described(tooLong: string) {
  return lineOf(1_000)
    .refine((text) => characterCount(text) <= STATION_LIMITS.description, tooLong)
    .meta({ maxLength: STATION_LIMITS.description });
}
