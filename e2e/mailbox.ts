import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "@groundcrew/shared/lib";
import { expect } from "@playwright/test";

const ARRIVED = { timeout: 60_000 };

/** The newest of the mails that the system has written below its data folder to an address, once there are `count`. */
export async function newestMail(dataDir: string, to: string, count: number): Promise<string> {
  const mails = () => mailsTo(join(dataDir, "mail"), to);
  await expect.poll(async () => (await mails()).length, ARRIVED).toBeGreaterThanOrEqual(count);
  return (await mails()).at(-1) ?? "";
}

async function mailsTo(folder: string, to: string): Promise<string[]> {
  // There is no folder before the first mail.
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.toSorted(compareText).map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => mail.split("\r\n").includes(`To: ${to}`));
}
