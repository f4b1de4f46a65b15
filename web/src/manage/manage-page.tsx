import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  IconBuilding,
  IconCircleCheck,
  IconDatabase,
  IconDeviceTv,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconShield,
  IconUsers,
} from "@tabler/icons-react";
import { ApiKeysPage } from "./api-keys/index.ts";
import { AuditPage } from "./audit/index.ts";
import { BackupsPage } from "./backups/index.ts";
import { PageHead } from "../kit/index.ts";
import { LinkPage } from "./link/index.ts";
import { ReadinessRulesPage } from "../readiness/index.ts";
import { SecurityPage } from "./security/index.ts";
import { OrganizationSelector, OrganizationsPage } from "./organizations/index.ts";
import { SystemPage } from "./system/index.ts";
import { type TabLink, TabLinks } from "../ui/index.ts";
import { UsersPage } from "./users/index.ts";
import { WallboardsPage } from "../wallboards/index.ts";
import styles from "./manage-page.module.css";
import { managePages, type ManagePageName } from "./pages.ts";

const links: Record<ManagePageName, TabLink> = {
  users: { to: "/manage/users", label: "Users", icon: IconUsers },
  apikeys: { to: "/manage/apikeys", label: "API Keys", icon: IconKey },
  organizations: { to: "/manage/organizations", label: "Organizations", icon: IconBuilding },
  wallboards: { to: "/manage/wallboards", label: "Wallboards", icon: IconDeviceTv },
  readiness: { to: "/manage/readiness", label: "Readiness", icon: IconCircleCheck },
  audit: { to: "/manage/audit", label: "Audit Log", icon: IconHistory },
  link: { to: "/manage/link", label: "Station Link", icon: IconPlugConnected },
  security: { to: "/manage/security", label: "Security", icon: IconShield },
  backups: { to: "/manage/backups", label: "Backups", icon: IconDatabase },
  system: { to: "/manage/system", label: "System", icon: IconHeartbeat },
};

/** Pages that are not about one organization. */
const WHOLE_INSTALLATION: ReadonlySet<ManagePageName> = new Set(["link", "security", "backups", "system"]);

type ManagePageProps = {
  page: ManagePageName;
  user: SessionUser;
  /** The organization in the address. */
  chosen: number | undefined;
  onChoose: (orgId: number | undefined) => void;
};

export function ManagePage({ page, user, chosen, onChoose }: ManagePageProps) {
  // The organization whose users and keys are shown.
  const orgId = user.can_admin ? (chosen ?? user.org_id) : user.org_id;
  return (
    <>
      <PageHead name={links[page].label} title="Manage" />
      <TabLinks label="Manage" keepsSettings links={links} tabs={managePages(user)} chosen={page} />
      {page === "audit" ? (
        <AuditPage user={user} />
      ) : page === "readiness" ? (
        <ReadinessRulesPage user={user} />
      ) : WHOLE_INSTALLATION.has(page) ? (
        pageContent(page, { user, orgId })
      ) : (
        <div className={`one-column-medium grid gap-5 ${styles.columns}`}>
          <div className={`grid gap-4 ${styles.selector}`}>
            <OrganizationSelector
              user={user}
              orgId={orgId}
              onChoose={(id) => onChoose(id === user.org_id ? undefined : id)}
            />
          </div>
          {/* Form input and open confirmations belong to one organization. */}
          <div key={orgId}>{pageContent(page, { user, orgId })}</div>
        </div>
      )}
    </>
  );
}

function pageContent(
  page: Exclude<ManagePageName, "audit" | "readiness">,
  props: { user: SessionUser; orgId: number },
) {
  switch (page) {
    case "users":
      return <UsersPage {...props} />;
    case "apikeys":
      return <ApiKeysPage {...props} />;
    case "wallboards":
      return <WallboardsPage orgId={props.orgId} />;
    case "organizations":
      return <OrganizationsPage />;
    case "link":
      return <LinkPage />;
    case "security":
      return <SecurityPage />;
    case "backups":
      return <BackupsPage />;
    case "system":
      return <SystemPage />;
  }
}
