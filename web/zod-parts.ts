import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const JSON_SCHEMA = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/** A part of a file, with what replaces it. */
type Cut = readonly [part: RegExp, replacement: string];

/** Methods that no schema of the web app uses. */
const METHODS = [
  ["brand", "with", "register", "overwrite", "apply", "toJSONSchema", "isOptional", "isNullable"],
  ["exactOptional", "nonoptional", "or", "and", "prefault", "readonly", "parseAsync", "safeParseAsync"],
  ["includes", "startsWith", "endsWith", "nonempty", "lowercase", "uppercase", "normalize", "slugify"],
  ["gt", "gte", "lt", "lte", "safe", "negative", "nonpositive", "multipleOf", "step", "finite"],
  ["keyof", "passthrough", "loose", "strict", "strip", "safeExtend", "merge", "exactPartial"],
].flat();

/** What every schema refers to and not every page uses, with what replaces it. */
const CUTS: readonly Cut[] = [
  // Formats of texts as methods. Zod has deprecated them for functions such as `z.email`, and lint refuses what is deprecated.
  [/(export const ZodString = [^]+?\n\}), \{\n[^]+?\n\}\);/, "$1);"],
  // Sentences about problems, which forms load (see `zod-texts.ts`).
  [/import en from "\.\.\/locales\/en\.js";/, ""],
  [/if \(!core\.globalConfig\.localeError\)\s+core\.config\(en\(\)\);/, ""],
  // What is said about schemas, which only the API's documents show.
  [
    / {4}describe\(description\) \{[^]+?(?= {4}isOptional\()/,
    "    describe() { return this; },\n    meta() { return this; },\n",
  ],
  [/ {4}\/\/ Reads through to the registry[^]+?(?= {4}\/\/ No setter)/, ""],
  // Validation without a value, and encoding: the web app parses.
  [/ {4}\/\/ `spa` is an alias[^]+?(?= {4}toJSONSchema\()/, ""],
  // Compiles parsers, which the content security policy forbids.
  [/core\.\$ZodObjectJIT\.init/, "core.$ZodObject.init"],
  // Follows values that contain themselves, which JSON cannot express.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\)/, "undefined"],
  // How other libraries call schemas.
  [/ {4}get "~standard"\(\) \{[^]+?(?= {4}parse:)/, ""],
  // Each kind's part of the description as JSON Schema.
  [/ {4}inst\._zod\.processJSONSchema = .+\n/g, ""],
  ...METHODS.map((name): Cut => [methodOf(name), ""]),
];

/** How schemas parse: the web app encodes nothing, waits for no check, and its values do not contain themselves. */
const CORE_CUTS: readonly Cut[] = [
  [/\b\w+ instanceof Promise/g, "false"],
  [/\bctx\??\.direction === "backward"/g, "false"],
  [/\bctx\??\.direction !== "backward"/g, "true"],
  [/\bcore\.globalConfig\.memoizer/g, "undefined"],
  [/\}, \{\n    \/\/ Wrappers extend this[^]+?\n\}\);/, "});"],
];

/** Methods of errors that zod has deprecated, so lint refuses them. */
const ERROR_CUTS: readonly Cut[] = [
  [/_lazyMethod\(proto, "format", .+/, ""],
  [/_lazyMethod\(proto, "flatten", .+/, ""],
];

/** What is cut out of each file of zod. */
const FILES: readonly (readonly [file: RegExp, cuts: readonly Cut[]])[] = [
  [/\/zod\/v4\/core\/schemas\.js$/, CORE_CUTS],
  [/\/zod\/v4\/classic\/schemas\.js$/, CUTS],
  [/\/zod\/v4\/classic\/errors\.js$/, ERROR_CUTS],
];

/** Leaves out parts of zod that the web app does not use, such as the description of schemas as JSON Schema for the OpenAPI document. */
export function zodParts(): Plugin {
  return {
    // Vite keeps what it has transformed for `npm run dev` as long as the names of its plugins are the same.
    name: `zod-parts ${createHash("sha256").update(FILES.join()).digest("base64url")}`,
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (JSON_SCHEMA.test(id)) return { code: withoutJsonSchema(code), map: null };
      const [, cuts] = FILES.find(([file]) => file.test(id)) ?? [];
      return cuts ? { code: cuts.reduce(cut, code), map: null } : null;
    },
  };
}

function withoutJsonSchema(code: string): string {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
  // Schemas make functions with some of these, and call none of those.
  const absent = `const absent = () => () => { throw new Error("The web app has no JSON Schema."); };`;
  return `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(", ")} };`;
}

/** The declaration of a method. */
function methodOf(name: string): RegExp {
  const start = String.raw`^ {4}(?:async )?${name}(?:: async function _${name})?\(.*\) \{\n`;
  return new RegExp(String.raw`${start}(?: {5}.*\n)* {4}\},\n`, "gm");
}

function cut(code: string, [part, replacement]: Cut): string {
  if (!part.test(code)) throw new Error(`Zod has no ${part} any more.`);
  return code.replace(part, replacement);
}
