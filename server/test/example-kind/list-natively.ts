import { registerHooks, type LoadFnOutput } from "node:module";
import { withExample } from "./list-example.ts";

// Lists the example of a kind of rule in the modules that Node loads itself.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/kinds/index.ts")) return loaded;
    const source = withExample(textOf(loaded.source), url);
    return source === undefined ? loaded : { ...loaded, source };
  },
});

/** The text of a module, of which Node gives a string or its bytes in UTF-8. */
function textOf(source: LoadFnOutput["source"]): string {
  if (source === undefined || source === null || typeof source === "string") return source ?? "";
  return new TextDecoder().decode(source);
}
