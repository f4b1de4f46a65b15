import type { SessionUser } from "@groundcrew/shared/sessions";
import { stationType } from "@groundcrew/shared/telemetry";
import { PickerChips, useStationChoices, ViewField } from "../../kit/index.ts";
import type { Form } from "../../lib/index.ts";
import { useOrganizationChoices } from "../../manage/organizations/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import { CheckField, RadioButtons } from "../../ui/index.ts";
import type { RuleValues } from "./rule-form.ts";

type WhereFieldsProps = { form: Form<RuleValues>; user: SessionUser };

const ofOrganization = { all: "All", types: "Type", view: "View", stations: "Stations" } as const;
const scopes = {
  all: "All",
  organizations: "Organization",
  types: "Type",
  view: "View",
  stations: "Stations",
} as const;

/** The stations that a rule watches. */
export function WhereFields({ form, user }: WhereFieldsProps) {
  const { value, onChange } = form.choice("scope");
  return (
    <>
      <RadioButtons
        label="Where"
        labels={user.can_admin || value === "organizations" ? scopes : ofOrganization}
        value={value}
        onChange={onChange}
      />
      <ScopeFields form={form} user={user} />
      <CheckField label="Also stations that join later" {...form.check("auto_join")} />
      <p className="caption muted">Stations in maintenance, mocked and retired stations never make alerts.</p>
    </>
  );
}

function ScopeFields({ form, user }: WhereFieldsProps) {
  switch (form.values.scope) {
    case "organizations":
      return <Organizations form={form} user={user} />;
    case "types":
      return <PickerChips label="Types" action="Add a type" items={TYPES} {...form.list("station_types")} />;
    case "view":
      return <ViewField user="A rule" {...form.choice("view")} />;
    case "stations":
      return <Stations form={form} user={user} />;
    default:
      return null;
  }
}

const TYPES = stationType.options.map((id) => ({ id, label: stationTypeIcons[id].label }));

function Organizations({ form, user }: WhereFieldsProps) {
  const items = useOrganizationChoices(user);
  return <PickerChips label="Organizations" action="Add an organization" items={items} {...form.list("org_ids")} />;
}

function Stations({ form, user }: WhereFieldsProps) {
  const items = useStationChoices(user);
  return <PickerChips label="Stations" action="Add a station" items={items} {...form.list("names")} />;
}
