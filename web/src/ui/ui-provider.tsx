import type { ReactNode } from "react";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import "./styles.ts";
import { resolver, theme } from "./theme.ts";
import { Toasts } from "./toast.tsx";
import { useFocusRecovery } from "./use-focus-recovery.ts";

const colorSchemeManager = localStorageColorSchemeManager({ key: "colour-scheme" });

/** Theme, colour scheme and toasts for the app. Also keeps the focus from being lost. */
export function UiProvider({ children }: { children: ReactNode }) {
  useFocusRecovery();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <Toasts />
    </MantineProvider>
  );
}

/** The nonce under which the page's security policy allows a `<style>`. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
