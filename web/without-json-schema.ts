import type { Plugin } from "vite";

const MODULES = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;

/** Leaves out the part of zod that describes schemas as JSON Schema. Every schema refers to it, and only the server's OpenAPI document uses it. */
export function withoutJsonSchema(): Plugin {
  return {
    name: "without-json-schema",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!MODULES.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = ""]) => name);
      // Schemas make functions with some of these, and call none of those.
      const absent = `const absent = () => () => { throw new Error("The web app has no JSON Schema."); };`;
      return { code: `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(", ")} };`, map: null };
    },
  };
}
