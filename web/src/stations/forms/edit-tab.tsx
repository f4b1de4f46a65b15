import type { Station } from "@groundcrew/shared/stations";
import { Card } from "../../ui/index.ts";
import { EditForm } from "./edit-form.tsx";
import { LinkCard } from "./link-card.tsx";
import { LocationForm } from "./location-form.tsx";
import styles from "./forms.module.css";

type EditTabProps = {
  station: Station;
  /** Asks for the station, unless it is being asked for. */
  onPoll: () => void;
  /** Loads the station again. */
  onSaved: () => Promise<void>;
};

/** What an admin may change about a station. */
export function EditTab({ station, onPoll, onSaved }: EditTabProps) {
  return (
    <div className={styles.cards}>
      <Card title="Edit">
        <EditForm station={station} onSaved={onSaved} />
      </Card>
      <div className={styles.aside}>
        <LinkCard station={station} onPoll={onPoll} onSaved={onSaved} />
        <Card title="Location">
          <LocationForm station={station} onSaved={onSaved} />
        </Card>
      </div>
    </div>
  );
}
