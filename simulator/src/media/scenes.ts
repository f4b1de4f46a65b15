import type { Scene } from "../scene.ts";

/** The latest scenes of the stations that have viewers. */
export type Scenes = {
  /** The latest scene of a station, with its clock moved on to now; null before the first. */
  get(station: string): Scene | null;
  /** Requests a new scene. */
  refresh(station: string): void;
  update(scene: Scene): void;
};

export function createSceneCache(refresh: (station: string) => void): Scenes {
  const latest = new Map<string, { scene: Scene; aheadMs: number }>();
  return {
    get(station) {
      const found = latest.get(station);
      return found ? { ...found.scene, at: Date.now() + found.aheadMs } : null;
    },
    refresh,
    update(scene) {
      latest.set(scene.name, { scene, aheadMs: scene.at - Date.now() });
    },
  };
}
