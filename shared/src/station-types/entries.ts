import type { PositionMetadata, UnitConfigMetadata } from "./metadata.ts";

/** Writes down a position; `subtext` is the second line, `v5` the one that replaces it from hardware version 5 on. */
export function position(
  name: string,
  nameUi: string,
  about: { description: string; subtext?: string; v5?: string },
): PositionMetadata {
  return {
    name,
    name_ui: nameUi,
    description: about.description,
    description_subtext: about.subtext ?? null,
    hw_v5_description_subtext: about.v5 ?? null,
  };
}

/** Writes down a unit config and the hardware versions at which it should be switched off. */
export function unitConfig(title: string, description: string, offAt: number[] = []): UnitConfigMetadata {
  return { title, description, recommended_if: offAt };
}
