import { inUnits } from "@groundcrew/shared/lib";

/** A text of the product with its temperatures in °C. Loaded for those who read it. */
export function celsiusText(text: string): string {
  return inUnits(text, "celsius");
}
