import type { z } from "zod";
import type { cyclesPerformed } from "../snapshot.ts";

/** The lifetime counts that a station reports; empty without cycle telemetry (specification, section 2, "Overview"). */
export function cycleCounts(cycles: z.output<typeof cyclesPerformed> | undefined): { label: string; count: number }[] {
  if (!cycles) return [];
  const counts = [
    { label: "Drone Toggles", count: cycles.drone_toggle_count },
    { label: "Lat Cycles", count: cycles.lat_cycle_count },
    { label: "Long Cycles", count: cycles.long_cycle_count },
    { label: "Pad Cycles", count: cycles.pad_cycle_count },
    { label: "Roof Cycles", count: cycles.roof_cycle_count },
  ];
  return counts.flatMap(({ label, count }) => (typeof count === "number" ? [{ label, count }] : []));
}
