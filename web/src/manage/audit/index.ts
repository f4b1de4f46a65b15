import { lazyPanel } from "../../ui/index.ts";

export const AuditPage = lazyPanel(async () => (await import("./audit-page.tsx")).AuditPage);
