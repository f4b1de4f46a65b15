import { expect, test } from "vitest";
import { prepare, variants } from "../send-all.ts";
import { countValues, PARTS, requestOf, type Change } from "./requests.ts";
import { openTrial } from "./trial.ts";

const { system, restore, tryRequest } = await openTrial();

/** Replacements for each value of each request, chosen to cause trouble in databases, dates and JavaScript. */
const UNUSUAL_VALUES: readonly unknown[] = [
  "words\0more words",
  "\ud800 and words",
  "0000-01-01T00:00:00.000Z",
  "",
  "2147483648",
  "999999999999999",
  "__proto__",
  "a".repeat(30_000),
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

/** One change for each combination of value and replacement. */
async function changesOf(variant: string): Promise<Change[]> {
  const { ids, requestFor } = await prepare(system, variant);
  const granted = requestFor(ids);
  return PARTS.filter((part) => granted[part] !== undefined).flatMap((part) =>
    Array.from({ length: countValues(granted[part]) }, (_, pick) => pick).flatMap((pick) =>
      UNUSUAL_VALUES.map((replacement) => ({ part, how: "a value" as const, replacement, value: undefined, pick })),
    ),
  );
}
