import { registerHooks } from "node:module";
import { withExample } from "./list-example.ts";

// Lists the example of a kind of rule in the modules that Node loads itself.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/kinds/index.ts") || loaded.source === undefined || loaded.source === null) return loaded;
    const code = typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source).toString("utf8");
    const source = withExample(code, url);
    return source === undefined ? loaded : { ...loaded, source };
  },
});
