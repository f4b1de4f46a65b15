import { endProblem, KEY_ADDRESSES_MAX, keyAddress, keyDescription } from "@groundcrew/shared/api-keys";
import type { KeyScope } from "@groundcrew/shared/contract";
import { DAY_MS, MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";
import { serverNow } from "../../data/clock/index.ts";
import { refuse } from "../../kit/index.ts";
import { shownZone, enteredTime } from "../../lib/index.ts";

/** The names of scopes, and the calls that each stands for. */
export const scopeTexts: Record<KeyScope, { label: string; about: string }> = {
  read_fleet: { label: "Read stations", about: "Telemetry, images, readiness, statistics" },
  read_errors: { label: "Read errors", about: "What stations log, and how it was resolved" },
  maintenance: { label: "Maintenance", about: "Start, change and end it" },
  write_errors: { label: "Resolve errors", about: "With a solution (keys of admins only)" },
};

export const SCOPES = ["read_fleet", "read_errors", "maintenance", "write_errors"] as const satisfies KeyScope[];

/** How long a key lasts; `date` is a day, at whose end it ends. */
export const lastsLabels = { "30": "30 d", "90": "90 d", "365": "1 year", date: "Date" } as const;

/** The form of a new key: a switch for each scope, and addresses as text. */
export type NewKeyValues = Record<KeyScope, boolean> & {
  description: string;
  lasts: string;
  date: string;
  addresses: string;
};

export const emptyKey: NewKeyValues = {
  description: "",
  read_fleet: true,
  read_errors: false,
  write_errors: false,
  maintenance: false,
  lasts: "90",
  date: "",
  addresses: "",
};

/** A key that is to be created. */
export type NewKey = { description: string; scopes: KeyScope[]; ends: Timestamp; addresses: string[] };

/** When a key ends that is created `now` (ms); null while no day is entered. */
export function endOf({ lasts, date }: Pick<NewKeyValues, "lasts" | "date">, now: number): number | null {
  if (lasts !== "date") return now + Number(lasts) * DAY_MS;
  const lastMinute = enteredTime(`${date}T23:59`, shownZone());
  return lastMinute === null ? null : lastMinute + MINUTE_MS - 1;
}

/** The form of a new key. */
export const newKeyForm = z
  .object({
    description: keyDescription,
    read_fleet: z.boolean(),
    read_errors: z.boolean(),
    write_errors: z.boolean(),
    maintenance: z.boolean(),
    lasts: z.string(),
    date: z.string(),
    addresses: z.string(),
  })
  .transform((values, context): NewKey => {
    const scopes = SCOPES.filter((scope) => values[scope]);
    const now = serverNow();
    const end = endOf(values, now);
    const ends = new Date(end ?? now).toISOString();
    const addresses = values.addresses.split(/[\s,;]+/).filter(Boolean);
    const problems = {
      read_fleet: scopes.length === 0 ? "Choose what the key may do." : null,
      date: end === null ? "Choose a day." : endProblem(ends, now),
      addresses: addressProblem(addresses),
    };
    for (const [field, problem] of Object.entries(problems)) if (problem !== null) refuse(context, field, problem);
    return { description: values.description, scopes, ends, addresses };
  });

function addressProblem(addresses: readonly string[]): string | null {
  if (addresses.length > KEY_ADDRESSES_MAX) return `List at most ${KEY_ADDRESSES_MAX} addresses.`;
  const [issue] = addresses.flatMap((one) => keyAddress.safeParse(one).error?.issues ?? []);
  return issue?.message ?? null;
}
