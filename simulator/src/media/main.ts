import { refuse, type Outcome } from "../outcome.ts";
import { drawnFeed } from "./drawn-feed.ts";
import { createFeeds } from "./feeds.ts";
import { toMedia, type FromMedia, type MediaRequest } from "./messages.ts";
import { realFeed } from "./real-feed.ts";
import { createSceneCache } from "./scenes.ts";
import { createStreams } from "./streams.ts";

// The process that sends live video, started and ended by `openMedia`. Its argument is the source of a real camera, if there is one.

const [camera] = process.argv.slice(2);
const scenes = createSceneCache((station) => send({ kind: "scene_request", station }));
const feeds = createFeeds((ref) => (camera === undefined ? drawnFeed(ref, scenes) : realFeed(camera, logError)));
const streams = createStreams(feeds);

process.on("message", (message) => {
  const parsed = toMedia.parse(message);
  if (parsed.kind === "scene") scenes.update(parsed.scene);
  else void answer(parsed);
});
process.once("disconnect", () => {
  streams.closeAll();
  process.exit(0);
});
// The parent decides when to end. Ctrl-C reaches both processes.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

async function answer(request: MediaRequest): Promise<void> {
  send({ kind: "outcome", id: request.id, outcome: await handle(request) });
}

async function handle(request: MediaRequest): Promise<Outcome> {
  try {
    return await streams.handle(request);
  } catch (error) {
    logError(`${request.station} failed to run ${request.name}: ${String(error)}`);
    return refuse("failed", "The command failed at the station.");
  }
}

function send(message: FromMedia): void {
  if (process.connected) process.send?.(message);
}

function logError(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
