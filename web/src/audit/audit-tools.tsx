import { supportName } from "@groundcrew/shared/brand";
import type { AuditActor } from "@groundcrew/shared/audit";
import { timeWindow, type TimeWindow } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconBan, IconCalendarTime, IconDownload, IconListCheck, IconUser } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { SearchBox } from "../fleet/index.ts";
import { type Choice, PickerMenu, StationMenu } from "../kit/index.ts";
import { OrganizationMenu } from "../organizations/index.ts";
import { Button, buttonClass, ButtonGroup, ChoiceMenu, Icon } from "../ui/index.ts";
import { actionAreas, actorText, areaLabel, type ActionArea } from "./action-texts.ts";
import styles from "./audit-tools.module.css";
import { csvAddress, useActors } from "./use-audit.ts";
import type { AuditView, Outcome } from "./view.ts";

const OUTCOMES: readonly [Outcome, string][] = [
  ["all", "All"],
  ["changes", "Changes"],
  ["refused", "Refused"],
];

const TIMES: Record<TimeWindow, string> = {
  all: "All",
  year: "Last year",
  month: "Last 30 days",
  week: "Last 7 days",
  day: "Last 24 hours",
};

type AuditToolsProps = { view: AuditView; user: SessionUser; onView: (view: AuditView) => void };

/** What sets which acts are listed. */
export function AuditTools({ view, user, onView }: AuditToolsProps) {
  const change = (changed: Partial<AuditView>) => onView({ ...view, ...changed });
  return (
    <div className={styles.tools}>
      <ButtonGroup label="Outcome" className={styles.outcome}>
        {OUTCOMES.map(([outcome, label]) => (
          <Button
            key={outcome}
            aria-pressed={view.outcome === outcome}
            {...(outcome === "refused" && { icon: IconBan })}
            onClick={() => change({ outcome })}
          >
            {label}
          </Button>
        ))}
      </ButtonGroup>
      {user.can_admin && (
        <OrganizationMenu
          value={view.orgId === null ? "" : String(view.orgId)}
          onChange={(id) => change({ orgId: id === "" ? null : Number(id) })}
        />
      )}
      <PersonMenu view={view} onChange={change} />
      <StationMenu user={user} value={view.station} onChange={(station) => change({ station })} />
      <ActionMenu area={view.area} onChange={(area) => change({ area })} />
      <ChoiceMenu
        name="Time"
        icon={IconCalendarTime}
        labels={TIMES}
        options={timeWindow.options}
        value={view.time}
        onChange={(time) => change({ time })}
      />
      <div className={styles.search}>
        <SearchBox
          search={view.search}
          placeholder="Name, request or address"
          syntax="text"
          help="Finds what was done by or to a name, a serial number or an email address, by one request's id, or from an IP address."
          onSearch={(search) => change({ search })}
        />
      </div>
      <a className={`${buttonClass("plain")} ${styles.download}`} href={csvAddress(view)} download title="Download CSV">
        <Icon icon={IconDownload} />
        <span className={styles.label}>Download CSV</span>
      </a>
    </div>
  );
}

type MenuProps = { view: AuditView; onChange: (changed: Partial<AuditView>) => void };

function PersonMenu({ view, onChange }: MenuProps) {
  const { brand } = useConsole();
  const { data = [] } = useActors(view.orgId);
  const items = data.map((actor): Choice => {
    const { name, about } = actorText({ actor }, brand);
    return { id: idOf(actor), label: name, about };
  });
  return (
    <PickerMenu
      label="Person"
      icon={IconUser}
      none="Anyone"
      items={items}
      value={view.actor}
      // A link may name someone who has done nothing lately.
      pickedLabel={view.actor === "support" ? supportName(brand) : undefined}
      onChange={(actor) => onChange({ actor })}
    />
  );
}

/** How the server's filter names somebody. */
function idOf({ kind, id }: AuditActor): string {
  return id === "" ? kind : id;
}

const AREA_LABELS: Record<string, string> = {
  "": "Any",
  ...Object.fromEntries(actionAreas.map((area) => [area, areaLabel(area)])),
};

function ActionMenu({ area, onChange }: { area: ActionArea | ""; onChange: (area: ActionArea | "") => void }) {
  return (
    <ChoiceMenu
      name="Action"
      icon={IconListCheck}
      labels={AREA_LABELS}
      options={["", ...actionAreas]}
      value={area}
      onChange={(chosen) => onChange(actionAreas.find((one) => one === chosen) ?? "")}
    />
  );
}
