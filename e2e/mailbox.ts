import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "@groundcrew/shared/lib";
import { expect } from "@playwright/test";

/** The newest mail to an address that the system has written to its data folder; waits until there are `count` of them. */
export async function newestMail(dataDir: string, to: string, count: number): Promise<string> {
  const mails = () => mailsTo(join(dataDir, "mail"), to);
  await expect.poll(async () => (await mails()).length).toBeGreaterThanOrEqual(count);
  return (await mails()).at(-1) ?? "";
}

async function mailsTo(folder: string, to: string): Promise<string[]> {
  // The folder is created with the first mail.
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.toSorted(compareText).map((name) => readFile(join(folder, name), "utf8")));
  return mails.filter((mail) => mail.split("\r\n").includes(`To: ${to}`));
}
