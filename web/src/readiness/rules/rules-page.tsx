import type { SavedReadinessRules } from "@groundcrew/shared/readiness";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { stationType, stationTypeLabels, type StationType } from "@groundcrew/shared/telemetry";
import { checked, id, order, viewOf } from "@groundcrew/shared/view";
import { stationName } from "@groundcrew/shared/stations";
import { IconBuildingWarehouse } from "@tabler/icons-react";
import { useMemo } from "react";
import { FilterBar, Loaded, Segments, StationMenu, useView, type ViewInAddress } from "../../kit/index.ts";
import { OrganizationMenu } from "../../manage/organizations/index.ts";
import { stationTypeIcons, useStation } from "../../station/index.ts";
import { Button } from "../../ui/index.ts";
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
  const station = useStation(view.station === "" ? null : view.station);
  const type = view.station === "" ? view.type : station.data?.station_type;
  const rules = { user, onChoose: inAddress.change };
  return (
    <>
      <Tools inAddress={inAddress} type={type} user={user} />
      {view.station === "" ? (
        <Rules
          {...rules}
          subject={{ station_type: view.type, org_id: view.org === "" ? null : Number(view.org), station: null }}
          orgId={null}
        />
      ) : (
        <Loaded query={station} content="the station" missing={missing}>
          {({ station_type, org_id }) => (
            <Rules {...rules} subject={{ station_type, org_id: null, station: view.station }} orgId={org_id} />
          )}
        </Loaded>
      )}
    </>
  );
}

const missing = { icon: IconBuildingWarehouse, sentence: "This station doesn't seem to exist.", hasReason: true };

type RulesProps = {
  user: SessionUser;
  subject: RulesSubject;
  /** The organization of the station that the rules are for. */
  orgId: number | null;
  onChoose: (view: Partial<RulesView>) => void;
};

function Rules({ user, subject, orgId, onChoose }: RulesProps) {
  return (
    <Loaded query={useRules()} content="the rules">
      {({ rules, ...about }) => (
        <>
          <OthersWithRules rules={rules} subject={subject} onChoose={onChoose} />
          <RulesEditor
            key={JSON.stringify(subject)}
            subject={subject}
            saved={savedFor(subject, rules)}
            before={rulesBefore(subject, rules, orgId)}
            about={about}
            canChange={user.can_admin}
          />
        </>
      )}
    </Loaded>
  );
}

type ToolsProps = {
  inAddress: ViewInAddress<RulesView>;
  /** The type of the stations whose rules are shown, once it is known. */
  type: StationType | undefined;
  user: SessionUser;
};

function Tools({ inAddress, type, user }: ToolsProps) {
  const { view, change } = inAddress;
  const sameType = type && { type };
  return (
    <FilterBar
      view={inAddress}
      filters={{
        org: (
          <OrganizationMenu
            user={user}
            value={view.org}
            onChange={(org) => change({ ...sameType, org, station: "" })}
          />
        ),
        station: (
          <StationMenu
            user={user}
            value={view.station}
            onChange={(station) => change({ ...sameType, station, org: "" })}
          />
        ),
        type: (
          <Segments
            label="Station type"
            labels={stationTypeLabels}
            icons={stationTypeIcons}
            options={stationType.options}
            value={type}
            onChange={(chosen) => change({ type: chosen, station: "" })}
          />
        ),
      }}
    />
  );
}

type OthersProps = Pick<RulesProps, "subject" | "onChoose"> & { rules: readonly SavedReadinessRules[] };

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
      {others.map(({ station_type: type, org_id, organization, station, station_title }) => (
        <Button
          key={`${org_id} ${station}`}
          tone="quiet"
          className="max-full"
          aria-pressed={org_id === subject.org_id && station === subject.station}
          onClick={() => onChoose({ type, org: org_id === null ? "" : String(org_id), station: station ?? "" })}
        >
          <span className="truncate">{station === null ? organization : (station_title ?? station)}</span>
        </Button>
      ))}
    </p>
  );
}
