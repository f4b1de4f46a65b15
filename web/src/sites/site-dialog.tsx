import { changeSite, SITE_RADIUS_M, type NewSite, type SiteRecord } from "@groundcrew/shared/sites";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconMapPin, IconTrash } from "@tabler/icons-react";
import { call } from "../data/api/index.ts";
import { EditDialog, timeZones } from "../kit/index.ts";
import { countText, useForm, type Form } from "../lib/index.ts";
import { OrganizationField } from "../manage/organizations/index.ts";
import { ConfirmButton, FormDialog, FormText, SelectField, TextAreaField, TextField } from "../ui/index.ts";
import { emptySite, newSiteForm, siteEditForm, siteValues, type SiteValues } from "./site-form.ts";
import { useNewSites, useSiteDeletion } from "./use-sites.ts";

/** Creates a site, or the one that was suggested. */
export function NewSiteDialog({
  user,
  suggested,
  onClose,
}: {
  user: SessionUser;
  suggested?: NewSite;
  onClose: () => void;
}) {
  const stations = suggested?.stations ?? [];
  const form = useForm(
    newSiteForm(stations),
    suggested ? siteValues(suggested) : { ...emptySite, org_id: String(user.org_id) },
  );
  const onDone = () => {
    form.reset();
    onClose();
  };
  const write = useNewSites({ form, onDone });
  return (
    <FormDialog
      title="New Site"
      icon={IconMapPin}
      action="Create"
      form={form}
      write={write}
      onSubmit={form.submit((site) => write.mutate([site]))}
      onClose={onClose}
    >
      {user.can_admin && !suggested && <OrganizationField {...form.choice("org_id")} />}
      <Fields form={form} />
      {stations.length > 0 && <FormText>{`${countText(stations.length, "station")} will be at this site.`}</FormText>}
    </FormDialog>
  );
}

type EditProps = { site: SiteRecord; isDeleted: boolean; onClose: () => void };

/** Changes or deletes a site. */
export function SiteDialog({ site, isDeleted, onClose }: EditProps) {
  const form = useForm(siteEditForm, siteValues(site));
  const onDone = () => {
    form.reset();
    onClose();
  };
  const deletion = useSiteDeletion(site, { onDone });
  return (
    <EditDialog
      title={`Edit ${site.name}`}
      subtitle={site.organization}
      icon={IconMapPin}
      buttons={
        !isDeleted && (
          <ConfirmButton
            label="Delete"
            target={site.name}
            icon={IconTrash}
            busy={deletion.isPending}
            onConfirm={() => deletion.mutate()}
          />
        )
      }
      item={site}
      noun="this site"
      gone={isDeleted ? "Someone else has deleted this site." : null}
      valuesOf={siteValues}
      labelOf={(field) => LABELS.get(field) ?? field}
      form={form}
      save={(body) => call(changeSite, { params: { site: site.id }, body })}
      onClose={onClose}
    >
      <Fields form={form} />
    </EditDialog>
  );
}

const LABELS = new Map([
  ["name", "the name"],
  ["place", "the place"],
  ["lat", "the coordinates"],
  ["lng", "the coordinates"],
  ["radius_m", "the radius"],
  ["time_zone", "the time zone"],
  ["note", "the note"],
]);

function Fields({ form }: { form: Form<SiteValues> }) {
  const zone = form.values.time_zone;
  const zones = [{ value: "", label: "Choose one" }, ...timeZones(zone || "UTC")];
  return (
    <>
      <TextField label="Name" aria-required maxLength={60} autoComplete="off" {...form.text("name")} />
      <TextField label="Place" maxLength={120} autoComplete="off" {...form.text("place")} />
      <div className="one-column-tiny grid gap-3 thirds">
        <TextField label="Latitude" inputMode="decimal" autoComplete="off" {...form.text("lat")} />
        <TextField label="Longitude" inputMode="decimal" autoComplete="off" {...form.text("lng")} />
        <TextField
          label="Radius in Meters"
          hint={`${SITE_RADIUS_M.min} to ${SITE_RADIUS_M.max}`}
          inputMode="numeric"
          autoComplete="off"
          {...form.text("radius_m")}
        />
      </div>
      <SelectField label="Time Zone" options={zones} {...form.choice("time_zone")} />
      <TextAreaField label="Note" maxLength={500} {...form.text("note")} />
    </>
  );
}
