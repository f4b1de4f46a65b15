import { degreeSigns } from "@groundcrew/shared/lib";
import type { Preferences } from "@groundcrew/shared/sessions";
import { IconClock, IconContrast2, IconTemperature } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { browserZone, clockText } from "../lib/index.ts";
import { Card, chooseScheme, RadioButtons, useSchemeChoice } from "../ui/index.ts";
import styles from "./account.module.css";
import { AccountLine } from "./account-line.tsx";
import { usePreferenceChange } from "./use-preference-change.ts";

/** In a narrow window, the choices of a line share its width. */
const CHOICES = `full-width-tiny ${styles.choices}`;

/** How the user reads times and temperatures, and the theme of the console. */
export function DisplayCard({ preferences: { time_zone, units } }: { preferences: Preferences }) {
  return (
    <Card title="Display">
      <ul className="ruled">
        <ZoneLine saved={time_zone} />
        <UnitsLine saved={units} />
        <ThemeLine />
      </ul>
    </Card>
  );
}

const zoneLabels = { browser: "Browser", station: "Station", utc: "UTC" } as const;

function ZoneLine({ saved }: { saved: Preferences["time_zone"] }) {
  const { pending, mutate } = usePreferenceChange();
  const zone = pending?.time_zone ?? saved;
  return (
    <AccountLine icon={IconClock} title="Time Zone" text={<ZoneNote zone={zone} />}>
      <RadioButtons
        className={CHOICES}
        label="Time Zone"
        labels={zoneLabels}
        value={zone}
        onChange={(time_zone) => mutate({ time_zone })}
      />
    </AccountLine>
  );
}

function ZoneNote({ zone }: { zone: Preferences["time_zone"] }) {
  const now = useServerNow();
  switch (zone) {
    case "browser":
      return `Now ${clockText(now, browserZone)} in ${browserZone}. In emails, the station's time and UTC.`;
    case "station":
      return `Station time on a station's page and in its dialogs, files and emails. ${browserZone} elsewhere.`;
    case "utc":
      return `Now ${clockText(now, "UTC")} UTC, in emails too.`;
  }
}

function UnitsLine({ saved }: { saved: Preferences["units"] }) {
  const { pending, mutate } = usePreferenceChange();
  return (
    <AccountLine icon={IconTemperature} title="Units" text="Temperatures of stations. Those of batteries are in °C.">
      <RadioButtons
        className={CHOICES}
        label="Units"
        labels={degreeSigns}
        value={pending?.units ?? saved}
        onChange={(units) => mutate({ units })}
      />
    </AccountLine>
  );
}

const themeLabels = { browser: "Browser", light: "Light", dark: "Dark" } as const;
const themeNotes = {
  browser: "Follows each browser's setting.",
  light: "Light in all of your browsers.",
  dark: "Dark in all of your browsers.",
} as const;

/** The theme of this browser, which is the saved one: the top bar changes both. */
function ThemeLine() {
  const { pending, mutate } = usePreferenceChange();
  const here = useSchemeChoice();
  const shown = pending?.theme ?? here;
  return (
    <AccountLine icon={IconContrast2} title="Theme" text={themeNotes[shown]}>
      <RadioButtons
        className={CHOICES}
        label="Theme"
        labels={themeLabels}
        value={shown}
        onChange={(theme) => {
          chooseScheme(theme);
          mutate({ theme });
        }}
      />
    </AccountLine>
  );
}
