import type { PositionMetadata, UnitConfigMetadata } from "./metadata.ts";

/** Defines a position; `subtext` is the second line, `v5` replaces it from hardware version 5 on. */
export function position(
  name: string,
  nameUi: string,
  texts: { description: string; subtext?: string; v5?: string },
): PositionMetadata {
  return {
    name,
    name_ui: nameUi,
    description: texts.description,
    description_subtext: texts.subtext ?? null,
    hw_v5_description_subtext: texts.v5 ?? null,
  };
}

/** Defines a unit config and the hardware versions for which it should be off. */
export function unitConfig(title: string, description: string, offAt: number[] = []): UnitConfigMetadata {
  return { title, description, recommended_if: offAt };
}
