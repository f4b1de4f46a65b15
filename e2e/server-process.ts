import { readConfig } from "../server/src/config/index.ts";
import { startServer } from "../server/src/main.ts";

// The whole server, with the console, as a process that may be stopped. Answers with its addresses, and ends when its
// standard input does.
const system = await startServer(readConfig(process.env), () => {});
process.stdin.once("end", () => void system.stop().finally(() => process.exit())).resume();
process.stdout.write(`${JSON.stringify({ url: system.url, brokerUrl: system.brokerUrl })}\n`);
