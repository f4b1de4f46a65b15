import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const JSON_SCHEMA = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const ERRORS = /\/zod\/v4\/classic\/errors\.js$/;

/** What every schema refers to and not every page uses, with what replaces it. */
const CUTS: readonly [RegExp, string][] = [
  // Formats of texts as methods. Zod has deprecated them for functions such as `z.email`, and lint refuses what is deprecated.
  [/(export const ZodString = [^]+?\n\}), \{\n[^]+?\n\}\);/, "$1);"],
  // Sentences about problems, which forms load (see `zod-texts.ts`).
  [/import en from "\.\.\/locales\/en\.js";/, ""],
  [/if \(!core\.globalConfig\.localeError\)\s+core\.config\(en\(\)\);/, ""],
  // What is said about schemas, which only the API's documents show.
  [/ {4}describe\(description\) \{[^]+?(?= {4}isOptional\()/, "describe() { return this; }, meta() { return this; },"],
  [/ {4}\/\/ Reads through to the registry[^]+?(?= {4}\/\/ No setter)/, ""],
  // Validation without a value, and encoding: the web app parses.
  [/ {4}\/\/ `spa` is an alias[^]+?(?= {4}toJSONSchema\()/, ""],
  // Compiles parsers, which the content security policy forbids.
  [/core\.\$ZodObjectJIT\.init/, "core.$ZodObject.init"],
  // Follows values that contain themselves, which JSON cannot express.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\)/, "undefined"],
];

/** Methods of errors that zod has deprecated, so lint refuses them. */
const ERROR_CUTS: readonly [RegExp, string][] = [
  [/_lazyMethod\(proto, "format", .+/, ""],
  [/_lazyMethod\(proto, "flatten", .+/, ""],
];

/** Leaves out parts of zod that the web app does not use, such as the description of schemas as JSON Schema for the OpenAPI document. */
export function zodParts(): Plugin {
  return {
    // Vite keeps what it has transformed for `npm run dev` as long as the names of its plugins are the same.
    name: `zod-parts ${createHash("sha256").update(`${CUTS.join()} ${ERROR_CUTS.join()}`).digest("base64url")}`,
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (JSON_SCHEMA.test(id)) return { code: withoutJsonSchema(code), map: null };
      if (SCHEMAS.test(id)) return { code: CUTS.reduce(cut, code), map: null };
      if (ERRORS.test(id)) return { code: ERROR_CUTS.reduce(cut, code), map: null };
      return null;
    },
  };
}

function withoutJsonSchema(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
  // Schemas make functions with some of these, and call none of those.
  const absent = `const absent = () => () => { throw new Error("The web app has no JSON Schema."); };`;
  return `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(", ")} };`;
}

function cut(code: string, [part, replacement]: readonly [RegExp, string]): string {
  if (!part.test(code)) throw new Error(`Zod has no ${part} any more.`);
  return code.replace(part, replacement);
}
