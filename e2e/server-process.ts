import { readConfig } from "../server/src/platform/config/index.ts";
import { startServer } from "../server/src/main.ts";

// The whole server with the console, as a process that can be paused. Prints its addresses, and ends when its standard input is
// closed.
const system = await startServer(readConfig(process.env), () => {});
process.stdin.once("end", () => void system.stop().finally(() => process.exit())).resume();
process.stdout.write(`${JSON.stringify({ url: system.url, brokerUrl: system.brokerUrl })}\n`);
