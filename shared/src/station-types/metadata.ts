import { z } from "zod";
import { stationType } from "../telemetry/index.ts";

/**
 * A position that stations of a type move to: its name in configurations, its name on screen, a description, and a second line that differs
 * from hardware version 5 on. `BattX` is one position for each battery slot.
 */
export const positionMetadata = z.object({
  name: z.string(),
  name_ui: z.string(),
  description: z.string(),
  description_subtext: z.string().nullable(),
  hw_v5_description_subtext: z.string().nullable(),
});
export type PositionMetadata = z.output<typeof positionMetadata>;

/** The function that a unit config controls, and the hardware versions for which it should be off. */
export const unitConfigMetadata = z.object({
  title: z.string(),
  description: z.string(),
  recommended_if: z.array(z.number().int()),
});
export type UnitConfigMetadata = z.output<typeof unitConfigMetadata>;

/**
 * The metadata of a station type (specification, section 3, "Station type metadata"). Unit configs are keyed by number, from 1; labels by
 * field name. Positions in no category are uncategorized.
 */
export const stationTypeMetadata = z.object({
  /** The type's name on screen. */
  label: z.string(),
  battery_slots: z.number().int().positive(),
  /** Format of the type's serial numbers; zeros stand for digits. */
  serial_format: z.string(),
  positions: z.array(positionMetadata),
  positions_categories: z.array(z.object({ title: z.string(), entries: z.array(z.string()) })),
  unit_configs: z.record(z.string(), unitConfigMetadata),
  ssot_labels: z.record(z.string(), z.string()),
  replaceables_labels: z.record(z.string(), z.string()),
});
export type StationTypeMetadata = z.output<typeof stationTypeMetadata>;

/** The metadata of all station types, by type. */
export const stationTypes = z.record(stationType, stationTypeMetadata);
export type StationTypes = z.output<typeof stationTypes>;
