import { chromium } from "@playwright/test";
import { openTestHouse } from "./house.ts";
import { writeFileSync } from "node:fs";
const house = await openTestHouse({ stations: Number(process.argv[2] ?? 60) });
writeFileSync("/tmp/shots/ssot/url", house.url);
console.log(house.url);
process.on("SIGTERM", () => void house.stop().then(() => process.exit(0)));
await new Promise(() => setInterval(() => {}, 1e6));
