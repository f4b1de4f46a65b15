import { env } from "node:process";
import { expect, test } from "vitest";
import { z } from "zod";
import { prepare, variants } from "../send-all.ts";
import { PARTS, requestOf, singleValues, type Change } from "./requests.ts";
import { openTrial } from "./trial.ts";

/** How many of the replacements are tried for each value, of which each gets others in turn. At its full amount: npm run test:deep unusual-values. */
const EACH = Number(env.REPLACEMENTS ?? 2);

const { system, restore, tryRequest } = await openTrial();

const UNSTORABLE = "words\0more words";
const BEFORE_ALL_YEARS = "0000-01-01T00:00:00.000Z";

/** Texts that the database cannot store, or whose arithmetic leaves the years it can. Also for fields that no valid request has. */
const IN_EACH_FIELD: readonly string[] = [
  UNSTORABLE,
  "\ud800 and words",
  "https://push.example/\0",
  "https://push.example/\udc00",
  `${"a".repeat(299)}🦀`,
  BEFORE_ALL_YEARS,
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

// One after the other, since some of what requests need is there only once.
const all: { variant: string; changes: Change[] }[] = [];
for (const variant of variants(system)) all.push({ variant, changes: await changesOf(variant) });

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

/** Changes of each value of a request, and of each declared field; where some are tried, only of fields that the request does not have. */
async function changesOf(variant: string): Promise<Change[]> {
  const { endpoint, ids, requestFor } = await prepare(system, variant);
  const granted = requestFor(ids);
  const first = variants(system).indexOf(variant);
  const isWhole = EACH >= UNUSUAL_VALUES.length;
  return PARTS.flatMap((part) => {
    const given = Object.keys(granted[part] ?? {});
    const fields = fieldsOf(endpoint[part]).filter(({ field }) => isWhole || !given.includes(field));
    const inFields = fields.map(({ field, worst }, nth) =>
      inTurn(IN_EACH_FIELD, worst, first + nth).map((text) =>
        changeOf(part, { how: "one field", value: { [field]: text } }),
      ),
    );
    const inValues = singleValues(granted[part] ?? {}).map((value, pick) =>
      inTurn(UNUSUAL_VALUES, worstFor(value), first + pick).map((replacement) => changeOf(part, { replacement, pick })),
    );
    return [inFields, inValues].flat(2);
  });
}

function changeOf(part: Change["part"], change: Partial<Change>): Change {
  return { part, how: "a value", value: undefined, replacement: null, pick: 0, ...change };
}

/** As many as are tried: the worst, and then the others from another one on. */
function inTurn<Value>(values: readonly Value[], worst: Value, first: number): Value[] {
  const others = values.filter((value) => value !== worst);
  const start = first % others.length;
  return [worst, ...others.slice(start), ...others.slice(0, start)].slice(0, EACH);
}

/** What a call that checks too little accepts most often instead of a value. */
function worstFor(value: unknown): unknown {
  if (typeof value === "number") return 2_147_483_648;
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? BEFORE_ALL_YEARS : UNSTORABLE;
}

/** The fields of an object, or of the objects that it may be, with the text that a call that checks too little accepts most often. */
function fieldsOf(schema: z.ZodType | undefined): { field: string; worst: string }[] {
  if (!schema) return [];
  const described: z.core.JSONSchema.BaseSchema = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const objects = [described, ...(described.anyOf ?? []), ...(described.oneOf ?? [])];
  const fields = new Map(objects.flatMap(({ properties }) => Object.entries(properties ?? {})));
  return [...fields].map(([field, property]) => ({
    field,
    worst: JSON.stringify(property).includes("date-time") ? BEFORE_ALL_YEARS : UNSTORABLE,
  }));
}
