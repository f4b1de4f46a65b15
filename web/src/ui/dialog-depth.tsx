import { createContext, use, type ReactNode } from "react";

const DepthContext = createContext(0);

/** The number of open dialogs around this component. Apart from dialogs, whose code the first page does not need. */
export function useDialogDepth(): number {
  return use(DepthContext);
}

/** Wraps the content of a dialog. */
export function DialogDepth({ children }: { children: ReactNode }) {
  const depth = useDialogDepth() + 1;
  return <DepthContext value={depth}>{children}</DepthContext>;
}
