import type { VideoSource, Track } from "@roamhq/wrtc";

/** Size and frame rate of live video. */
export const VIDEO = { width: 640, height: 360, framesPerSecond: 15 } as const;

/** Live video of one camera. */
export type Feed = {
  source: VideoSource;
  /** Resolves with null at the first frame, or with a sentence if there is none. */
  ready: Promise<string | null>;
  stop(): void;
};

/** A camera of a station. */
export type CameraRef = { station: string; id: string; name: string };

/** One viewer's subscription to a feed. */
export type FeedSubscription = { track: Track; ready: Promise<string | null>; release(): void };

/** Feeds that are shared by all viewers of a camera and run while there is at least one. */
export function createFeeds(start: (camera: CameraRef) => Feed): { subscribe(camera: CameraRef): FeedSubscription } {
  const running = new Map<string, Feed & { viewers: number }>();
  return {
    subscribe(camera) {
      const key = `${camera.station}/${camera.id}`;
      const feed = running.get(key) ?? { ...start(camera), viewers: 0 };
      running.set(key, feed);
      feed.viewers += 1;
      const track = feed.source.createTrack();
      let isReleased = false;
      return {
        track,
        ready: feed.ready,
        release() {
          if (isReleased) return;
          isReleased = true;
          track.stop();
          feed.viewers -= 1;
          if (feed.viewers > 0) return;
          feed.stop();
          running.delete(key);
        },
      };
    },
  };
}
