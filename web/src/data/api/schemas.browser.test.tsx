import { expect, test } from "vitest";
import { z } from "zod";

/** Every domain of the contract. Making a schema with a method that the built app does not have fails when its module is loaded. */
const domains = import.meta.glob<object>("../../../../shared/src/*/index.ts", { eager: true });

/** Values that every kind of schema accepts or refuses without an exception. */
const VALUES = [undefined, null, "", 1, true, [], {}, [{}]];

test("the component tests have the parts of zod that the built app has", () => {
  expect(Object.keys(domains).length).toBeGreaterThan(25);
  expect("email" in z.string()).toBe(false);
  expect("spa" in z.string()).toBe(false);
  expect("parseAsync" in z.string()).toBe(false);
});

test.each(Object.entries(domains))(
  "the schemas of %s parse with the parts of zod that the built app has",
  (_, domain) => {
    const schemas = schemasIn(Object.values(domain));
    for (const schema of schemas) for (const value of VALUES) expect(() => schema.safeParse(value)).not.toThrow();
  },
);

/** The exported schemas, and those of the inputs and replies of endpoints. */
function schemasIn(values: readonly unknown[], depth = 0): z.ZodType[] {
  return values.flatMap((value) => {
    if (value instanceof z.ZodType) return [value];
    return typeof value === "object" && value !== null && depth < 3 ? schemasIn(Object.values(value), depth + 1) : [];
  });
}
