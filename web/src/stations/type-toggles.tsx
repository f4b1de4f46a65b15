import { toggleStationType } from "@groundcrew/shared/stations";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import { ButtonGroup, IconButton } from "../ui/index.ts";
import { stationTypeIcons } from "../station/index.ts";

type TypeTogglesProps = { chosen: StationType | null; onChoose: (type: StationType | null) => void };

/** The choice of one station type, or all. */
export function TypeToggles({ chosen, onChoose }: TypeTogglesProps) {
  return (
    <ButtonGroup label="Station type">
      {stationType.options.map((type) => (
        <IconButton
          key={type}
          icon={stationTypeIcons[type].icon}
          label={stationTypeIcons[type].label}
          aria-pressed={chosen === type}
          onClick={() => onChoose(toggleStationType(chosen, type, { required: false }))}
        />
      ))}
    </ButtonGroup>
  );
}
