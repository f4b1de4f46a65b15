import { memo } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";

const pixels = { s: 14, m: 16, l: 18, xl: 32 } as const;

type IconProps = {
  icon: TablerIcon;
  size?: keyof typeof pixels;
  /** Read out and shown in a tooltip. Leave it out beside text that says the same. */
  label?: string;
};

/** An icon. Half of the elements of a long list's row are those of its icons, which mostly stay the same. */
export const Icon = memo(function Icon({ icon: Shape, size = "m", label }: IconProps) {
  const named = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label, title: label };
  return <Shape size={pixels[size]} stroke={size === "xl" ? 1.5 : 1.75} {...named} />;
});

/** The product's logo: a station with a drone above it. The product's name is beside it. */
export function Mark() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 20h18" />
      <path d="M6 20v-6l6-4 6 4v6" />
      <path d="M4 6h6M14 6h6M12 10V6M7 6V4M17 6V4" />
    </svg>
  );
}
