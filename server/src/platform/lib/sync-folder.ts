import { open } from "node:fs/promises";

/** Syncs a folder, so that a new name in it survives a power cut. Windows cannot open folders, and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
