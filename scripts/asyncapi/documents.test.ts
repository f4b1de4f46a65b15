import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { DOCUMENTS, textOf } from "./documents.ts";

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
// The schema of AsyncAPI contains the schema of JSON Schema.
const ajv = () => new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });

/** The JSON examples of a guide, with the message that their code fence names. */
function examplesIn(guide: string) {
  return [...read(guide).matchAll(/```json ([a-z_ ]+)\n([\s\S]*?)```/g)].map(([, what = "", text = ""]) => ({
    what,
    message: JSON.parse(text),
  }));
}

const examples = DOCUMENTS.flatMap(({ guide, content }) =>
  examplesIn(guide).map(({ what, message }) => ({ guide, what, message, content: JSON.parse(textOf(content)) })),
);

test.each(DOCUMENTS)("$file is an AsyncAPI 3 document", ({ content }) => {
  const schema = JSON.parse(readFileSync(new URL(import.meta.resolve("@asyncapi/specs/schemas/3.0.0.json")), "utf8"));
  const validate = ajv().compile(schema);
  validate(content);
  expect(validate.errors).toBeNull();
  expect(validate({ ...content, channels: [] })).toBe(false);
});

test.each(DOCUMENTS)("every reference in $file can be resolved", ({ content }) => {
  const text = textOf(content);
  const missing = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].filter(([, path = ""]) => {
    let found: unknown = JSON.parse(text);
    for (const part of path.split("/")) found = new Map(Object.entries(Object(found))).get(part);
    return found === undefined && !path.startsWith("definitions/");
  });
  expect(missing).toEqual([]);
});

test.each(examples)("the example of $what in $guide is valid", ({ what, message, content: { components } }) => {
  const reference = what.endsWith(" output") ? `schemas/${what.replace(" ", "_")}` : `messages/${what}/payload`;
  const validate = ajv().compile({ $ref: `#/components/${reference}`, components });
  validate(message);
  expect(validate.errors).toBeNull();
});

test("the guides have an example of every message", () => {
  const named = DOCUMENTS.map(({ guide }) => examplesIn(guide).map(({ what }) => what));
  expect(named.map((names) => new Set(names))).toEqual(
    DOCUMENTS.map(({ content, file }) => {
      const { messages } = JSON.parse(textOf(content)).components;
      return new Set([...Object.keys(messages), ...(file.startsWith("station") ? ["capture output"] : [])]);
    }),
  );
});
