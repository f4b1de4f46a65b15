/** Highest °F of each band; anything higher is `danger` (specification, section 9). */
const TEMPERATURE_BANDS_F = { success: 85, warning: 100 } as const;

/** The severity of a station's internal temperature. */
export type TemperatureBand = "success" | "warning" | "danger";

/** The band of a temperature in °F; each limit belongs to the band below it. */
export function temperatureBand(temperatureF: number): TemperatureBand {
  if (temperatureF <= TEMPERATURE_BANDS_F.success) return "success";
  return temperatureF <= TEMPERATURE_BANDS_F.warning ? "warning" : "danger";
}
