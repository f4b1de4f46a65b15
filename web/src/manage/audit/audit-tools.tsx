import { supportName } from "@groundcrew/shared/brand";
import type { AuditActor } from "@groundcrew/shared/audit";
import type { TimeWindow } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconBan, IconListCheck, IconUser } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import {
  choicesOf,
  CsvDownload,
  FilterBar,
  PickerMenu,
  Segments,
  StationMenu,
  TimeMenu,
  type ViewInAddress,
} from "../../kit/index.ts";
import { placeFilters } from "../../sites/index.ts";
import { ChoiceMenu } from "../../ui/index.ts";
import { actionAreas, actorText, areaLabel, type ActionArea } from "./action-texts.ts";
import { loadCsv, useActors } from "./use-audit.ts";
import type { AuditView } from "./view.ts";

const outcomes = ["all", "changes", "refused"] as const;
const outcomeLabels = { all: "All", changes: "Changes", refused: "Refused" };

const TIMES: Record<TimeWindow, string> = {
  all: "All",
  year: "Last year",
  month: "Last 30 days",
  week: "Last 7 days",
  day: "Last 24 hours",
};

type AuditToolsProps = { view: ViewInAddress<AuditView>; user: SessionUser };

/** The filters of the audit log. */
export function AuditTools({ view, user }: AuditToolsProps) {
  const { on } = view;
  return (
    <FilterBar
      view={view}
      filters={{
        outcome: (
          <Segments
            label="Outcome"
            labels={outcomeLabels}
            options={outcomes}
            icons={{ refused: IconBan }}
            {...on("outcome")}
          />
        ),
        ...placeFilters(view, user),
        who: <PersonMenu orgId={view.view.org} {...on("who")} />,
        station: <StationMenu user={user} {...on("station")} />,
        action: <ActionMenu {...on("action")} />,
        t: <TimeMenu labels={TIMES} {...on("t")} />,
      }}
      search={{
        placeholder: "Name, request or address",
        syntax: "text",
        help: "Finds what was done by or to a name, a serial number or an email address, by one request's id, or from an IP address.",
      }}
      after={<CsvDownload name="AUDIT" load={() => loadCsv(view.view)} />}
    />
  );
}

type PersonMenuProps = { orgId: string; value: string; onChange: (value: string) => void };

function PersonMenu({ orgId, ...one }: PersonMenuProps) {
  const { brand } = useConsole();
  const items = choicesOf(useActors(orgId), (actors) =>
    actors.map((actor) => {
      const { name, about } = actorText({ actor }, brand);
      return { id: idOf(actor), label: name, about };
    }),
  );
  // A link may name someone who has done nothing lately.
  const pickedLabel = one.value === "support" ? supportName(brand) : undefined;
  return <PickerMenu label="Person" icon={IconUser} none="Anyone" items={items} pickedLabel={pickedLabel} {...one} />;
}

/** How the server's filter names somebody. */
function idOf({ kind, id }: AuditActor): string {
  return id === "" ? kind : id;
}

const AREA_LABELS: Record<string, string> = {
  "": "Any",
  ...Object.fromEntries(actionAreas.map((area) => [area, areaLabel(area)])),
};

type ActionMenuProps = { value: ActionArea | ""; onChange: (area: ActionArea | "") => void };

function ActionMenu({ value, onChange }: ActionMenuProps) {
  return (
    <ChoiceMenu
      name="Action"
      icon={IconListCheck}
      labels={AREA_LABELS}
      options={["", ...actionAreas]}
      value={value}
      onChange={(chosen) => onChange(actionAreas.find((one) => one === chosen) ?? "")}
    />
  );
}
