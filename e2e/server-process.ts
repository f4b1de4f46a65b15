import { readConfig } from "../server/src/config/index.ts";
import { openHouse } from "../server/src/main.ts";

// The whole server, with the console, as a process that may be stopped. Answers with its addresses, and ends when its
// standard input does.
const house = await openHouse(readConfig(process.env), () => {});
process.stdin.once("end", () => void house.stop().finally(() => process.exit())).resume();
process.stdout.write(`${JSON.stringify({ url: house.url, brokerUrl: house.brokerUrl })}\n`);
