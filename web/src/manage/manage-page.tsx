import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  IconBuilding,
  IconDatabase,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconPlugConnected,
  IconShield,
  IconUsers,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { ApiKeysPage } from "../api-keys/index.ts";
import { AuditPage } from "../audit/index.ts";
import { BackupsPage } from "../backups/index.ts";
import { useConsole } from "../console/index.ts";
import { LinkPage } from "../link/index.ts";
import { SecurityPage } from "../security/index.ts";
import { OrganizationSelector, OrganizationsPage } from "../organizations/index.ts";
import { SystemPage } from "../system/index.ts";
import { Icon, TabLinks } from "../ui/index.ts";
import { UsersPage } from "../users/index.ts";
import styles from "./manage-page.module.css";
import { managePages, type ManagePageName } from "./pages.ts";

const tabLabels: Record<ManagePageName, { label: string; icon: TablerIcon }> = {
  users: { label: "Users", icon: IconUsers },
  apikeys: { label: "API Keys", icon: IconKey },
  organizations: { label: "Organizations", icon: IconBuilding },
  audit: { label: "Audit Log", icon: IconHistory },
  link: { label: "Station Link", icon: IconPlugConnected },
  security: { label: "Security", icon: IconShield },
  backups: { label: "Backups", icon: IconDatabase },
  system: { label: "System", icon: IconHeartbeat },
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
  const { brand } = useConsole();
  // The organization whose users and keys are shown.
  const orgId = user.can_admin ? (chosen ?? user.org_id) : user.org_id;
  return (
    <>
      <title>{`${tabLabels[page].label} · ${brand.product}`}</title>
      <h1 className={styles.title}>Manage</h1>
      <TabLinks label="Manage" className={styles.tabs}>
        {managePages(user).map((name) => (
          <Link key={name} to={`/manage/${name}`} search={true} activeOptions={{ includeSearch: false }}>
            <Icon icon={tabLabels[name].icon} />
            {tabLabels[name].label}
          </Link>
        ))}
      </TabLinks>
      {page === "audit" ? (
        <AuditPage user={user} />
      ) : WHOLE_INSTALLATION.has(page) ? (
        pageContent(page, { user, orgId })
      ) : (
        <div className={styles.columns}>
          <div className={styles.selector}>
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

function pageContent(page: Exclude<ManagePageName, "audit">, props: { user: SessionUser; orgId: number }) {
  switch (page) {
    case "users":
      return <UsersPage {...props} />;
    case "apikeys":
      return <ApiKeysPage {...props} />;
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
