import { alertKind, isStaffKind, kindLabels, type AlertCounts, type AlertKind } from "@groundcrew/shared/alerts";
import { IconArrowLeft, IconArrowsSort, IconBuilding, IconFilter, IconLink } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { SearchBox } from "../../fleet/index.ts";
import { copyText, wholeNumber } from "../../lib/index.ts";
import { useOrganizations } from "../../organizations/index.ts";
import { Button, ButtonGroup, ChoiceMenu, IconButton, toast } from "../../ui/index.ts";
import styles from "./alerts-page.module.css";
import { alertOwners, type AlertsView } from "./view.ts";

type AlertToolsProps = {
  view: AlertsView;
  counts: AlertCounts | undefined;
  isAdmin: boolean;
  onView: (view: AlertsView) => void;
};

const ownerLabels = { all: "All", unassigned: "Unassigned", mine: "Mine" } as const;

const sortLabels = { new: "New first", severity: "Severity", newest: "Newest", oldest: "Oldest" } as const;

/** What sets which alerts are listed. */
export function AlertTools({ view, counts, isAdmin, onView }: AlertToolsProps) {
  const { history } = useRouter();
  const change = (changed: Partial<AlertsView>) => onView({ ...view, ...changed });
  return (
    <div className={styles.tools}>
      {view.section === "ended" ? (
        <Button icon={IconArrowLeft} onClick={() => change({ section: "active" })}>
          Active Alerts
        </Button>
      ) : (
        <ButtonGroup label="Whose">
          {alertOwners.map((own) => (
            <Button key={own} aria-pressed={own === view.own} onClick={() => change({ own })}>
              {ownerLabels[own]} {counts && <span className={styles.number}>{wholeNumber(counts[own])}</span>}
            </Button>
          ))}
        </ButtonGroup>
      )}
      {isAdmin && <OrganizationMenu orgId={view.orgId} onChange={(orgId) => change({ orgId })} />}
      <KindMenu kind={view.kind} isAdmin={isAdmin} onChange={(kind) => change({ kind })} />
      {view.section === "active" && (
        <ChoiceMenu
          name="Sort"
          icon={IconArrowsSort}
          labels={sortLabels}
          options={["new", "severity", "newest", "oldest"]}
          value={view.sort}
          onChange={(sort) => change({ sort })}
        />
      )}
      <IconButton
        icon={IconLink}
        label="Copy a link to this view"
        onClick={() => void copyLink(history.location.href)}
      />
      <div className={styles.search}>
        <SearchBox
          search={view.search}
          syntax="text"
          help="Finds alerts whose title, station, organization or site contains the text."
          onSearch={(search) => change({ search })}
        />
      </div>
    </div>
  );
}

function OrganizationMenu({ orgId, onChange }: { orgId: string; onChange: (orgId: string) => void }) {
  const { data } = useOrganizations();
  const organizations = data ?? [];
  const labels = Object.fromEntries([["", "All"], ...organizations.map(({ id, name }) => [String(id), name])]);
  return (
    <ChoiceMenu
      name="Organization"
      icon={IconBuilding}
      labels={labels}
      options={["", ...organizations.map(({ id }) => String(id))]}
      value={orgId in labels ? orgId : null}
      otherLabel={orgId}
      onChange={onChange}
    />
  );
}

type KindMenuProps = { kind: AlertKind | ""; isAdmin: boolean; onChange: (kind: AlertKind | "") => void };

function KindMenu({ kind, isAdmin, onChange }: KindMenuProps) {
  const kinds = alertKind.options.filter((one) => isAdmin || !isStaffKind(one));
  return (
    <ChoiceMenu
      name="Kind"
      icon={IconFilter}
      labels={{ "": "All", ...kindLabels }}
      options={["" as const, ...kinds]}
      value={kind}
      onChange={onChange}
    />
  );
}

async function copyLink(href: string): Promise<void> {
  if (await copyText(`${window.location.origin}${href}`)) toast("success", "Copied link to clipboard");
  else toast("danger", "This browser does not allow copying here. The link is in the address bar.");
}
