import { openConsole } from "../console.ts";

/*
 * A console's list in its own process, because reading the list of a large fleet would delay other requests of the same process. Takes
 * commands over the channel to its parent.
 */
export type WatchCommand = { url: string; forMs: number };

process.on("disconnect", () => process.exit());
process.on("message", (command: WatchCommand) => void watch(command).then((reply) => process.send?.(reply)));

async function watch({ url, forMs }: WatchCommand): Promise<object> {
  return (await openConsole(url)).watchList(forMs);
}
