import type { Icon as TablerIcon } from "@tabler/icons-react";

const pixels = { s: 14, m: 16, l: 18, xl: 32 } as const;

type IconProps = {
  icon: TablerIcon;
  size?: keyof typeof pixels;
  /** Read out and shown in a tooltip. Leave it out beside text that says the same. */
  label?: string;
};

export function Icon({ icon: Shape, size = "m", label }: IconProps) {
  const named = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label, title: label };
  return <Shape size={pixels[size]} stroke={size === "xl" ? 1.5 : 1.75} {...named} />;
}
