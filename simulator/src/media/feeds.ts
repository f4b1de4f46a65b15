import type { VideoSource, Track } from "@roamhq/wrtc";

/** Size and pace of live video. */
export const VIDEO = { width: 640, height: 360, framesPerSecond: 15 } as const;

/** A camera that films. */
export type Feed = {
  source: VideoSource;
  /** Resolves with null once there are pictures, or with a sentence why there are none. */
  ready: Promise<string | null>;
  stop(): void;
};

export type Filmed = { station: string; camera: { id: string; name: string } };

/** A viewer's part of a feed. */
export type Share = { track: Track; ready: Promise<string | null>; release(): void };

/** Cameras film while someone watches, once for all who do. */
export function openFeeds(start: (of: Filmed) => Feed): { watch(of: Filmed): Share } {
  const running = new Map<string, Feed & { viewers: number }>();
  return {
    watch(of) {
      const key = `${of.station}/${of.camera.id}`;
      const feed = running.get(key) ?? { ...start(of), viewers: 0 };
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
