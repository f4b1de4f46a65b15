import {
  IconBuilding,
  IconCircleCheck,
  IconDatabase,
  IconDeviceTv,
  IconFileImport,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconMapPin,
  IconPlugConnected,
  IconShield,
  IconUsers,
} from "@tabler/icons-react";
import type { TabLink } from "../ui/index.ts";
import type { ManagePageName } from "./pages.ts";

/** The tabs of the Manage pages. */
export const manageLinks: Record<ManagePageName, TabLink> = {
  users: { to: "/manage/users", label: "Users", icon: IconUsers },
  apikeys: { to: "/manage/apikeys", label: "API Keys", icon: IconKey },
  organizations: { to: "/manage/organizations", label: "Organizations", icon: IconBuilding },
  wallboards: { to: "/manage/wallboards", label: "Wallboards", icon: IconDeviceTv },
  sites: { to: "/manage/sites", label: "Sites & Tags", icon: IconMapPin },
  import: { to: "/manage/import", label: "Import", icon: IconFileImport },
  readiness: { to: "/manage/readiness", label: "Readiness", icon: IconCircleCheck },
  audit: { to: "/manage/audit", label: "Audit Log", icon: IconHistory },
  link: { to: "/manage/link", label: "Station Link", icon: IconPlugConnected },
  security: { to: "/manage/security", label: "Security", icon: IconShield },
  backups: { to: "/manage/backups", label: "Backups", icon: IconDatabase },
  system: { to: "/manage/system", label: "System", icon: IconHeartbeat },
};
