import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { readConfig } from "../src/platform/config/index.ts";
import { startServer } from "../src/main.ts";

// The whole server, as a process that can be killed, with the web app in the folder `WEB_APP` if that is set. Waits for a line with its ports before it starts, prints its addresses, and
// ends when its standard input is closed.
process.stdin.once("end", () => process.exit());
const lines = createInterface({ input: process.stdin });
// Node writes its cache of compiled modules when a process exits, which one that is killed never does.
flushCompileCache();
process.stdout.write("waiting\n");
const [line] = await once(lines, "line");
const ports: Record<string, string> = JSON.parse(String(line));
const { WEB_APP: webApp = null, ...env } = process.env;
const { url, opsUrl, brokerUrl } = await startServer(readConfig({ ...env, ...ports }), () => {}, webApp);
process.stdout.write(`${JSON.stringify({ url, opsUrl, brokerUrl })}\n`);
