import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { IconButton } from "./button.tsx";

/** Switches between light and dark; until someone does, the system's choice holds. */
export function SchemeButton() {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = scheme === "light" ? "dark" : "light";
  return (
    <IconButton
      tone="quiet"
      icon={other === "dark" ? IconMoon : IconSun}
      label={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    />
  );
}
