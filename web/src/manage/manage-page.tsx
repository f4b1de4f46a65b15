import type { SessionUser } from "@groundcrew/shared/sessions";
import { ImportsPage } from "../imports/index.ts";
import { ApiKeysPage } from "./api-keys/index.ts";
import { AuditPage } from "./audit/index.ts";
import { BackupsPage } from "./backups/index.ts";
import { PageHead } from "../kit/index.ts";
import { LinkPage } from "./link/index.ts";
import { ReadinessRulesPage } from "../readiness/index.ts";
import { SecurityPage } from "./security/index.ts";
import { OrganizationField, OrganizationsPage } from "./organizations/index.ts";
import { SitesPage } from "../sites/index.ts";
import { SystemPage } from "./system/index.ts";
import { TabLinks } from "../ui/index.ts";
import { manageLinks as links } from "./links.ts";
import { UsersPage } from "./users/index.ts";
import { WallboardsPage } from "../wallboards/index.ts";
import styles from "./manage.module.css";
import { managePages, type ManagePageName } from "./pages.ts";

/** Pages that are not about one organization. */
const WHOLE_INSTALLATION: ReadonlySet<ManagePageName> = new Set(["import", "link", "security", "backups", "system"]);

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
      ) : page === "sites" ? (
        <SitesPage user={user} />
      ) : page === "readiness" ? (
        <ReadinessRulesPage user={user} />
      ) : WHOLE_INSTALLATION.has(page) ? (
        pageContent(page, { user, orgId })
      ) : (
        <div className={`one-column-medium grid gap-5 ${styles.columns}`}>
          <div className={`grid gap-4 ${styles.selector}`}>
            <OrganizationField
              user={user}
              disabled={!user.can_admin}
              value={String(orgId)}
              onChange={(id) => onChoose(Number(id) === user.org_id ? undefined : Number(id))}
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
  page: Exclude<ManagePageName, "audit" | "readiness" | "sites">,
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
    case "import":
      return <ImportsPage />;
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
