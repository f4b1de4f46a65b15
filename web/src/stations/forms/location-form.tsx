import {
  addStationLocation,
  getStation,
  locationForm,
  locationPurpose,
  locationPurposeLabels,
  type EnteredLocation,
  type NewLocation,
  type Station,
} from "@groundcrew/shared/stations";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { useForm } from "../../lib/index.ts";
import { Button, Notice, SelectField, TextField, toast } from "../../ui/index.ts";
import styles from "../station-page.module.css";

const purposes = [
  { value: "", label: "Choose a purpose" },
  ...locationPurpose.options.map((value) => ({ value, label: locationPurposeLabels[value] })),
];

/** Sets a station's location by coordinates or by address. */
export function LocationForm({ station }: { station: Pick<Station, "name" | "location"> }) {
  const form = useForm(locationForm, { location: "", purpose: "" }, { draft: `location ${station.name}` });
  const enter = useServerMutation({
    form,
    shows: [getStation],
    run: async (body: NewLocation, once) =>
      (await call(addStationLocation, { params: { station: station.name }, body }, once)).body,
    onSuccess: (entered) => {
      form.reset();
      if (entered.lat === null) {
        toast(
          "warning",
          `No place was found for ${locationText(entered)}.`,
          "The address is kept, but the map cannot show the station.",
        );
      } else toast("success", `Saved the location ${locationText(entered)}`);
    },
  });

  return (
    <form
      className="column gap-4"
      noValidate
      aria-label="Enter a location"
      onSubmit={form.submit((entered) => enter.mutate(entered))}
    >
      <p className="anywhere small soft">
        {station.location === null ? "No location has been entered yet." : locationText(station.location)}
      </p>
      <div className={`grid gap-4 ${styles.fields}`}>
        <TextField
          label="Location"
          aria-required
          hint="Latitude and longitude separated by a comma, or an address."
          {...form.text("location")}
        />
        <SelectField label="Purpose" aria-required options={purposes} {...form.choice("purpose")} />
      </div>
      <SaveFailure error={enter.error} />
      <div className="row wrap gap-2">
        <Button type="submit" busy={enter.isPending}>
          Enter Location
        </Button>
      </div>
    </form>
  );
}

/** Rounds to a tenth of a metre. */
function degreesText(degrees: number): string {
  return String(Number(degrees.toFixed(6)));
}

function locationText({ lat, lng, street_address }: Pick<EnteredLocation, "lat" | "lng" | "street_address">): string {
  const point = lat === null || lng === null ? "" : [lat, lng].map(degreesText).join(", ");
  return [street_address, point].filter(Boolean).join(" · ");
}

/** Why a form of the station could not be saved. */
export function SaveFailure({ error }: { error: Error | null }) {
  if (error === null) return null;
  const [message, reason] = failedWrite(error, "Something went wrong.");
  return (
    <Notice tone="danger">
      <b>{message}</b>
      {`\n${reason}`}
    </Notice>
  );
}
