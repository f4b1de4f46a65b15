import type { Station } from "@groundcrew/shared/stations";
import { Card } from "../../ui/index.ts";
import { EditForm } from "./edit-form.tsx";
import { LinkCard } from "./link-card.tsx";
import { LocationForm } from "./location-form.tsx";
import styles from "./forms.module.css";

type EditTabProps = {
  station: Station;
  /** Reloads the station, unless a request is running. */
  onPoll: () => void;
  /** Reloads the station after a change. */
  onSaved: () => Promise<void>;
};

/** The Edit tab, for admins. */
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
