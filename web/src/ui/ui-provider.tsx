import type { ReactNode } from "react";
import "@fontsource-variable/inter/index.css";
import "./tokens.css";
import "./base.css";
import { useSchemeAttribute } from "./color-scheme.tsx";
import { Toasts } from "./toast.tsx";
import { Tooltip } from "./tooltip.tsx";
import { useFocusRecovery } from "./focus.ts";

/** Styles, color scheme, tooltip and toasts for the app. Also keeps the focus from being lost. */
export function UiProvider({ children }: { children: ReactNode }) {
  useSchemeAttribute();
  useFocusRecovery();
  return (
    <>
      {children}
      <Tooltip />
      <Toasts />
    </>
  );
}
