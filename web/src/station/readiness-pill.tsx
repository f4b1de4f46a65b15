import { partLabels, readinessPart, type ReadinessPart, type Station } from "@groundcrew/shared/stations";
import { shortAge } from "@groundcrew/shared/lib";
import { IconTool } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { exactMoment } from "../lib/index.ts";
import { Pill } from "../ui/index.ts";
import { readinessIcons } from "./readiness-line.tsx";
import { useReading } from "./reading.ts";

const tones: Record<ReadinessPart, ComponentProps<typeof Pill>["tone"]> = {
  ready: "ok",
  limited: "warn",
  not_ready: "solid",
  unknown: "dashed",
  maintenance: "accent",
};

/** Whether a drone can land and swap at a station, and since when. Nothing for one that is not evaluated. */
export function ReadinessPill({ station, now }: { station: Station; now: number }) {
  const { readiness } = station;
  const part = readinessPart(station);
  const { isStale } = useReading(station);
  if (readiness === null || part === null) return null;
  const icon = part === "maintenance" ? IconTool : readinessIcons[part];
  const label = `${partLabels[part]} since ${exactMoment(readiness.since)}`;
  return (
    <Pill tone={isStale ? "dashed" : tones[part]} icon={icon} title={label}>
      {partLabels[part]} <span className="medium">{shortAge(now - Date.parse(readiness.since))}</span>
    </Pill>
  );
}
