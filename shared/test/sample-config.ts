import type { StationConfig } from "../src/configs/index.ts";

/** A configuration for tests. */
export function sampleConfig(differences: Partial<StationConfig> = {}): StationConfig {
  return {
    created: "2026-05-01T00:00:00.000Z",
    seen: "2026-06-01T00:00:00.000Z",
    version_api: "4.2.0",
    version_firmware: "1.9",
    positions: {},
    offsets: {},
    unit_configs: [],
    streaming_turn: null,
    ...differences,
  };
}
