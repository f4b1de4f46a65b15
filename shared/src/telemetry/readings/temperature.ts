/** Highest °F of each band; anything higher is `danger` (specification, section 9). */
const TEMPERATURE_BANDS_F = { success: 85, warning: 100 } as const;

/** The severity of a station's internal temperature. */
export type TemperatureBand = "success" | "warning" | "danger";

/** The band of a temperature in °F; each limit belongs to the band below it. */
export function temperatureBand(temperatureF: number): TemperatureBand {
  if (temperatureF <= TEMPERATURE_BANDS_F.success) return "success";
  return temperatureF <= TEMPERATURE_BANDS_F.warning ? "warning" : "danger";
}

/** A temperature in whole °F: `72°F`. */
export function fahrenheitText(temperatureF: number): string {
  return `${fixedText(temperatureF, 0)}°F`;
}

/** A temperature in °C with one decimal: `22.2°C`. The input is in °F. */
export function celsiusText(temperatureF: number): string {
  return `${fixedText(((temperatureF - 32) * 5) / 9, 1)}°C`;
}

/** A number with fixed decimals, without a minus sign for zero. */
function fixedText(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^-(?=[0.]+$)/, "");
}
