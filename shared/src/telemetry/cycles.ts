import type { z } from "zod";
import type { cyclesPerformed } from "./snapshot.ts";

/** The lifetime counts a station tells; none without cycle telemetry (specification, section 2, "Overview"). */
export function cycleCounts(of: z.output<typeof cyclesPerformed> | undefined): { label: string; count: number }[] {
  if (!of) return [];
  const counts = [
    { label: "Drone Toggles", count: of.drone_toggle_count },
    { label: "Lat Cycles", count: of.lat_cycle_count },
    { label: "Long Cycles", count: of.long_cycle_count },
    { label: "Pad Cycles", count: of.pad_cycle_count },
    { label: "Roof Cycles", count: of.roof_cycle_count },
  ];
  return counts.flatMap(({ label, count }) => (typeof count === "number" ? [{ label, count }] : []));
}
