import type { SavedReadinessRules } from "@groundcrew/shared/readiness";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { stationType } from "@groundcrew/shared/telemetry";
import { checked, id, order, viewOf } from "@groundcrew/shared/view";
import { stationName } from "@groundcrew/shared/stations";
import { IconBuilding } from "@tabler/icons-react";
import { useMemo } from "react";
import { Loaded, PickerMenu, StationMenu, useView, type ViewInAddress } from "../../kit/index.ts";
import { useOrganizationChoices } from "../../manage/organizations/index.ts";
import { stationTypeIcons, useStation } from "../../station/index.ts";
import { Button, ButtonGroup } from "../../ui/index.ts";
import { rulesBefore, savedFor, type RulesSubject } from "./draft.ts";
import { RulesEditor } from "./rules-editor.tsx";
import { useRules } from "./use-rules.ts";

/** The stations whose rules are shown. */
const rulesView = viewOf("rd", {
  type: order(stationType.options, "atlas"),
  org: id(),
  /** The name of a station. */
  station: checked(stationName),
});

type RulesView = ReturnType<typeof rulesView.read>;

/** The rules of readiness: by station type, for an organization, or for one station. Admins change them, managers read them. */
export function ReadinessRulesPage({ user }: { user: SessionUser }) {
  const inAddress = useView(rulesView);
  const { view } = inAddress;
  const query = useRules();
  const station = useStation(view.station === "" ? null : view.station).data;
  const subject: RulesSubject = {
    station_type: station?.station_type ?? view.type,
    org_id: view.station === "" && view.org !== "" ? Number(view.org) : null,
    station: view.station === "" ? null : view.station,
  };
  return (
    <>
      <Tools inAddress={inAddress} user={user} />
      <Loaded query={query} content="the rules">
        {({ rules, ...about }) => (
          <>
            <OthersWithRules rules={rules} subject={subject} onChoose={inAddress.change} />
            <RulesEditor
              key={JSON.stringify(subject)}
              subject={subject}
              saved={savedFor(subject, rules)}
              before={rulesBefore(subject, rules, station?.org_id ?? null)}
              about={about}
              canChange={user.can_admin}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

function Tools({ inAddress, user }: { inAddress: ViewInAddress<RulesView>; user: SessionUser }) {
  const { view, change } = inAddress;
  const items = useOrganizationChoices(user);
  return (
    <div className="row wrap gap-2 mb-3">
      <PickerMenu
        label="Organization"
        icon={IconBuilding}
        none="All"
        items={items}
        value={view.org}
        onChange={(org) => change({ org, station: "" })}
      />
      <StationMenu user={user} value={view.station} onChange={(name) => change({ station: name, org: "" })} />
      <ButtonGroup label="Station type">
        {stationType.options.map((type) => (
          <Button
            key={type}
            icon={stationTypeIcons[type].icon}
            aria-pressed={view.type === type}
            onClick={() => change({ type, station: "" })}
          >
            {stationTypeIcons[type].label}
          </Button>
        ))}
      </ButtonGroup>
    </div>
  );
}

type OthersProps = {
  rules: readonly SavedReadinessRules[];
  subject: RulesSubject;
  onChoose: (view: Partial<RulesView>) => void;
};

/** The organizations and stations of the type that have rules of their own. */
function OthersWithRules({ rules, subject, onChoose }: OthersProps) {
  const others = useMemo(
    () =>
      rules.filter(
        ({ station_type, org_id, station }) =>
          station_type === subject.station_type && (org_id !== null || station !== null),
      ),
    [rules, subject.station_type],
  );
  if (others.length === 0) return null;
  return (
    <p className="row wrap gap-1-2 caption muted mb-3">
      With rules of their own:
      {others.map(({ org_id, organization, station, station_title }) => (
        <Button
          key={`${org_id} ${station}`}
          tone="quiet"
          aria-pressed={org_id === subject.org_id && station === subject.station}
          onClick={() => onChoose({ org: org_id === null ? "" : String(org_id), station: station ?? "" })}
        >
          {station === null ? organization : (station_title ?? station)}
        </Button>
      ))}
    </p>
  );
}
