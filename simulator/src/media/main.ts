import { refuse, type Outcome } from "../outcome.ts";
import { drawnFeed } from "./drawn-feed.ts";
import { openFeeds } from "./feeds.ts";
import { toMedia, type FromMedia, type MediaAsk } from "./messages.ts";
import { realFeed } from "./real-feed.ts";
import { newScenes } from "./scenes.ts";
import { liveStreams } from "./streams.ts";

// The process that sends live video: started by `openMedia`, with a camera's address if there is a real one, and ended with it.

const [camera] = process.argv.slice(2);
const scenes = newScenes((station) => say({ kind: "look", station }));
const feeds = openFeeds((of) => (camera === undefined ? drawnFeed(of, scenes) : realFeed(camera, complain)));
const streams = liveStreams(feeds);

process.on("message", (message) => {
  const told = toMedia.parse(message);
  if (told.kind === "scene") scenes.show(told.scene);
  else void answer(told);
});
process.once("disconnect", () => {
  streams.closeAll();
  process.exit(0);
});
// Whoever started us decides when to end; Ctrl-C reaches both.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

async function answer(asked: MediaAsk): Promise<void> {
  say({ kind: "outcome", id: asked.id, outcome: await tried(asked) });
}

async function tried(asked: MediaAsk): Promise<Outcome> {
  try {
    return await streams.obey(asked);
  } catch (error) {
    complain(`${asked.station} could not do ${asked.name}: ${String(error)}`);
    return refuse("failed", "The station could not do it.");
  }
}

function say(message: FromMedia): void {
  if (process.connected) process.send?.(message);
}

function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
