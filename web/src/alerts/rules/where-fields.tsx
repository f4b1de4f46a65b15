import type { SessionUser } from "@groundcrew/shared/sessions";
import { stationType, stationTypeLabels } from "@groundcrew/shared/telemetry";
import { PickerChips, useStationChoices, ViewField } from "../../kit/index.ts";
import type { Form } from "../../lib/index.ts";
import { useOrganizationChoices } from "../../manage/organizations/index.ts";
import { useSiteChoices, useTagChoices } from "../../sites/index.ts";
import { CheckField, RadioButtons } from "../../ui/index.ts";
import type { RuleValues } from "./rule-form.ts";

type WhereFieldsProps = { form: Form<RuleValues>; user: SessionUser };

const some = { types: "Type", sites: "Site", tags: "Tags", view: "View", stations: "Stations" } as const;
const ofOrganization = { all: "All", ...some } as const;
const scopes = { all: "All", organizations: "Organization", ...some } as const;

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
    case "sites":
      return <Sites form={form} />;
    case "tags":
      return <Tags form={form} />;
    case "view":
      return <ViewField user="A rule" {...form.choice("view")} />;
    case "stations":
      return <Stations form={form} user={user} />;
    default:
      return null;
  }
}

const TYPES = stationType.options.map((id) => ({ id, label: stationTypeLabels[id] }));

function Organizations({ form, user }: WhereFieldsProps) {
  const items = useOrganizationChoices(user);
  return <PickerChips label="Organizations" action="Add an organization" items={items} {...form.list("org_ids")} />;
}

function Sites({ form }: Pick<WhereFieldsProps, "form">) {
  return <PickerChips label="Sites" action="Add a site" items={useSiteChoices()} {...form.list("site_ids")} />;
}

/** A rule watches stations with one of the first tags, or with any without one there, and with none of the second. */
function Tags({ form }: Pick<WhereFieldsProps, "form">) {
  const items = useTagChoices();
  return (
    <>
      <PickerChips label="With one of these tags" action="With a tag" items={items} {...form.list("any")} />
      <PickerChips label="With none of these tags" action="Without a tag" items={items} {...form.list("not")} />
    </>
  );
}

function Stations({ form, user }: WhereFieldsProps) {
  const names = form.list("names");
  return <PickerChips label="Stations" action="Add a station" {...useStationChoices(user, names.value)} {...names} />;
}
