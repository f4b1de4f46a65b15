import { env } from "node:process";
import { expect, test } from "vitest";
import { z } from "zod";
import type { TestRequest } from "../request.ts";
import { prepare, variants } from "../send-all.ts";
import { countValues, PARTS, requestOf, type Change } from "./requests.ts";
import { openTrial } from "./trial.ts";

/** How many thirds of the replacements are tried. */
const THIRDS = Number(env.REPLACED_THIRDS ?? 1);

const { system, restore, tryRequest } = await openTrial();

/** Texts that the database cannot store, or whose arithmetic leaves the years it can. Also for fields that no valid request has. */
const IN_EACH_FIELD: readonly string[] = [
  "words\0more words",
  "\ud800 and words",
  "https://push.example/\0",
  "https://push.example/\udc00",
  `${"a".repeat(299)}🦀`,
  "0000-01-01T00:00:00.000Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
];

/** Replacements for each value of each request, chosen to cause trouble in databases, dates and JavaScript. */
const UNUSUAL_VALUES: readonly unknown[] = [
  "",
  "2147483648",
  "999999999999999",
  "__proto__",
  "a".repeat(30_000),
  ...IN_EACH_FIELD,
  2_147_483_648,
  2 ** 53,
  -1,
  0.5,
  null,
  true,
  [],
  ["a", "a"],
  {},
  { id: 1 },
];

/** What a call that checks too little accepts most often: these are tried for each value, and in each field. */
const ALWAYS: ReadonlySet<unknown> = new Set([IN_EACH_FIELD[0], "0000-01-01T00:00:00.000Z", 2_147_483_648]);

const all = await Promise.all(
  variants(system).map(async (variant) => ({ variant, changes: await changesOf(variant) })),
);

test.for(all.filter(({ changes }) => changes.length > 0))(
  "$variant: every value may be replaced by any other",
  async (sample) => {
    const { variant, changes } = sample;
    expect.hasAssertions();
    await restore();
    for (const change of changes) {
      await tryRequest(variant, "admin", (granted, endpoint) => {
        const rest = { mutateBody: (text: string) => text, mutateUrl: (url: string) => url, idempotencyKey: null };
        return requestOf(endpoint, granted, { who: "admin", type: "application/json", changes: [change], ...rest });
      });
    }
  },
);

/** One change for each combination of value and replacement, and of declared field and text. */
async function changesOf(variant: string): Promise<Change[]> {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  const granted = requestFor(ids);
  const inFields = PARTS.flatMap((part) =>
    fieldsOf(endpoint[part]).flatMap((field) =>
      IN_EACH_FIELD.map((text) => ({
        part,
        how: "one field" as const,
        value: { [field]: text },
        replacement: null,
        pick: 0,
      })),
    ),
  );
  // Each value gets another third, because the numbers of replacements, 8 and 23, are no multiples of three.
  return [...inFields, ...inValues(granted)].filter(
    (change, nth) => nth % 3 < THIRDS || ALWAYS.has(change.replacement ?? Object.values(change.value ?? {})[0]),
  );
}

/** The fields of an object, or of the objects that it may be. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const described: z.core.JSONSchema.BaseSchema = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const objects = [described, ...(described.anyOf ?? []), ...(described.oneOf ?? [])];
  return [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

function inValues(granted: TestRequest): Change[] {
  return PARTS.filter((part) => granted[part] !== undefined).flatMap((part) =>
    Array.from({ length: countValues(granted[part]) }, (_, pick) => pick).flatMap((pick) =>
      UNUSUAL_VALUES.map((replacement) => ({ part, how: "a value" as const, replacement, value: undefined, pick })),
    ),
  );
}
