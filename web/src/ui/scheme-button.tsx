import { useMantineColorScheme } from "@mantine/core";
import { useColorScheme } from "@mantine/hooks";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { IconButton } from "./button.tsx";

/** Switches between light and dark. Choosing what the system has chosen too follows the system from then on. */
export function SchemeButton() {
  const system = useColorScheme("light", { getInitialValueInEffect: false });
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const shown = colorScheme === "auto" ? system : colorScheme;
  const other = shown === "light" ? "dark" : "light";
  return (
    <IconButton
      tone="quiet"
      icon={other === "dark" ? IconMoon : IconSun}
      label={`Use ${other} colours`}
      onClick={() => setColorScheme(other === system ? "auto" : other)}
    />
  );
}
