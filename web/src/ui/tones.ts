import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  type Icon as TablerIcon,
} from "@tabler/icons-react";

export type Tone = "success" | "info" | "warning" | "danger";

/** The word and the icon for each tone, so that colour is never the only sign. */
export const toneLabels: Record<Tone, { word: string; icon: TablerIcon; color: string }> = {
  success: { word: "Success", icon: IconCircleCheck, color: "ok" },
  info: { word: "Info", icon: IconInfoCircle, color: "accent" },
  warning: { word: "Warning", icon: IconAlertTriangle, color: "warn" },
  danger: { word: "Error", icon: IconAlertCircle, color: "danger" },
};
