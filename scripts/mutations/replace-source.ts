import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

/*
 * Loaded into each process of the tests: gives a module the source that the file of MUTANT_FILE names. The processes read it when they
 * load the module, so that each run of tests has the mutant of its time.
 */
const file = process.env["MUTANT_FILE"];
const mutant: { url: string; source: string } = JSON.parse(
  file === undefined ? '{"url":""}' : readFileSync(file, "utf8"),
);

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    return url.split("?", 1)[0] === mutant.url ? { ...loaded, source: mutant.source } : loaded;
  },
});
