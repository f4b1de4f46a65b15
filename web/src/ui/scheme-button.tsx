import { useMantineColorScheme } from "@mantine/core";
import { useColorScheme } from "@mantine/hooks";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { IconButton } from "./button.tsx";

/** Switches between light and dark. Choosing the system's scheme follows the system from then on. */
export function SchemeButton() {
  const system = useSystemScheme();
  const shown = useSchemeName();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = shown === "light" ? "dark" : "light";
  return (
    <IconButton
      tone="quiet"
      icon={other === "dark" ? IconMoon : IconSun}
      label={`Use ${other} theme`}
      onClick={() => setColorScheme(other === system ? "auto" : other)}
    />
  );
}

/** The current colour scheme, for canvas drawing. */
export function useSchemeName(): "light" | "dark" {
  const system = useSystemScheme();
  const { colorScheme } = useMantineColorScheme();
  return colorScheme === "auto" ? system : colorScheme;
}

function useSystemScheme(): "light" | "dark" {
  return useColorScheme("light", { getInitialValueInEffect: false });
}
