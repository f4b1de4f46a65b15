import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  IconBuilding,
  IconKey,
  IconPlugConnected,
  IconShield,
  IconUsers,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { ApiKeysPage } from "../api-keys/index.ts";
import { useConsole } from "../console/index.ts";
import { LinkPage } from "../link/index.ts";
import { SecurityPage } from "../security/index.ts";
import { OrganizationSelector, OrganizationsPage } from "../organizations/index.ts";
import { Icon, TabLinks } from "../ui/index.ts";
import { UsersPage } from "../users/index.ts";
import styles from "./manage-page.module.css";
import { managePlaces, type ManagePlace } from "./place.ts";

const signs: Record<ManagePlace, { label: string; icon: TablerIcon }> = {
  users: { label: "Users", icon: IconUsers },
  apikeys: { label: "API Keys", icon: IconKey },
  organizations: { label: "Organizations", icon: IconBuilding },
  link: { label: "Station Link", icon: IconPlugConnected },
  security: { label: "Security", icon: IconShield },
};

type ManagePageProps = {
  place: ManagePlace;
  user: SessionUser;
  /** Of the organization whose users and keys are shown. */
  orgId: number;
  onOrganization: (orgId: number) => void;
};

export function ManagePage({ place, user, orgId, onOrganization }: ManagePageProps) {
  const { brand } = useConsole();
  return (
    <>
      <title>{`${signs[place].label} · ${brand.product}`}</title>
      <h1 className={styles.title}>Manage</h1>
      <TabLinks label="Manage" className={styles.tabs}>
        {managePlaces(user).map((name) => (
          <Link
            key={name}
            to="/manage/$"
            params={{ _splat: name }}
            search={true}
            activeOptions={{ includeSearch: false }}
          >
            <Icon of={signs[name].icon} />
            {signs[name].label}
          </Link>
        ))}
      </TabLinks>
      {place === "link" || place === "security" ? (
        contentOf(place, { user, orgId })
      ) : (
        <div className={styles.columns}>
          <div className={styles.selector}>
            <OrganizationSelector user={user} orgId={orgId} onChoose={onOrganization} />
          </div>
          {/* What was being typed or asked belongs to one organization. */}
          <div key={orgId}>{contentOf(place, { user, orgId })}</div>
        </div>
      )}
    </>
  );
}

function contentOf(place: ManagePlace, of: { user: SessionUser; orgId: number }) {
  switch (place) {
    case "users":
      return <UsersPage {...of} />;
    case "apikeys":
      return <ApiKeysPage {...of} />;
    case "organizations":
      return <OrganizationsPage />;
    case "link":
      return <LinkPage />;
    case "security":
      return <SecurityPage />;
  }
}
