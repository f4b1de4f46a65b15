import { writeFileSync } from "node:fs";
import { clientCalls } from "./calls.ts";

writeFileSync(new URL("../../client/src/calls.ts", import.meta.url), await clientCalls());
