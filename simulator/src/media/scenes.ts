import type { Scene } from "../scene.ts";

/** What is going on at stations, as far as someone watches them. */
export type Scenes = {
  /** The newest of a station, with its clock as it shows now; null before the first. */
  of(station: string): Scene | null;
  /** Asks for a newer one. */
  refresh(station: string): void;
  show(scene: Scene): void;
};

export function newScenes(refresh: (station: string) => void): Scenes {
  const known = new Map<string, { scene: Scene; aheadMs: number }>();
  return {
    of(station) {
      const found = known.get(station);
      return found ? { ...found.scene, at: Date.now() + found.aheadMs } : null;
    },
    refresh,
    show(scene) {
      known.set(scene.name, { scene, aheadMs: scene.at - Date.now() });
    },
  };
}
