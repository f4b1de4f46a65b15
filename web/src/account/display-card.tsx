import { degreeSigns } from "@groundcrew/shared/lib";
import type { Preferences } from "@groundcrew/shared/sessions";
import { IconClock, IconContrast2, IconTemperature } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { browserZone, clockText } from "../lib/index.ts";
import { Card, chooseScheme, RadioButtons, useSchemeChoice } from "../ui/index.ts";
import { AccountLine } from "./account-line.tsx";
import { usePreferenceChange } from "./use-preference-change.ts";

const zoneLabels = { browser: "Browser", station: "Station", utc: "UTC" } as const;
const themeLabels = { browser: "Browser", light: "Light", dark: "Dark" } as const;

/** How the user reads times and temperatures, and the theme of the console. */
export function DisplayCard({ preferences }: { preferences: Preferences }) {
  const { pending, mutate } = usePreferenceChange();
  const here = useSchemeChoice();
  const {
    time_zone = preferences.time_zone,
    units = preferences.units,
    theme = preferences.theme ?? here,
  } = pending ?? {};
  return (
    <Card title="Display">
      <div className="ruled">
        <AccountLine icon={IconClock} title="Time Zone" text={<ZoneNote zone={time_zone} />}>
          <RadioButtons
            label="Time Zone"
            labels={zoneLabels}
            value={time_zone}
            onChange={(chosen) => mutate({ time_zone: chosen })}
          />
        </AccountLine>
        <AccountLine icon={IconTemperature} title="Units" text="Of stations. Batteries are always in °C.">
          <RadioButtons
            label="Units"
            labels={degreeSigns}
            value={units}
            onChange={(chosen) => mutate({ units: chosen })}
          />
        </AccountLine>
        <AccountLine icon={IconContrast2} title="Theme" text={THEME_NOTES[theme]}>
          <RadioButtons
            label="Theme"
            labels={themeLabels}
            value={theme}
            onChange={(chosen) => {
              chooseScheme(chosen);
              mutate({ theme: chosen });
            }}
          />
        </AccountLine>
      </div>
    </Card>
  );
}

const THEME_NOTES = {
  browser: "As each of your browsers prefers.",
  light: "Light in all of your browsers.",
  dark: "Dark in all of your browsers.",
} as const;

function ZoneNote({ zone }: { zone: Preferences["time_zone"] }) {
  const now = useServerNow();
  switch (zone) {
    case "browser":
      return `Now ${clockText(now, browserZone)} in ${browserZone}. In emails UTC is beside the station's time.`;
    case "station":
      return `On a station's page and in emails its own. Elsewhere ${browserZone}.`;
    case "utc":
      return `Now ${clockText(now, "UTC")} UTC, in emails too.`;
  }
}
