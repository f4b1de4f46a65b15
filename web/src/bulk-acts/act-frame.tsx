import { useRef, type ReactNode, type SubmitEvent } from "react";
import { BULK_STATIONS_MAX, type PlannedAct } from "@groundcrew/shared/bulk-acts";
import { wholeNumber } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { countText } from "../lib/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { stationTitle } from "../station/index.ts";
import { Cell, ConfirmButton, FormDialog, Notice, Table } from "../ui/index.ts";
import { reasonText } from "./texts.ts";
import { judgedStations, type LeftStations } from "./verdicts.ts";

type ActFrameProps = {
  act: PlannedAct;
  stations: readonly Station[];
  title: string;
  icon: TablerIcon;
  /** The label of the button, by the stations that are changed: `Begin on 12 Stations`. */
  action: (stations: string) => string;
  /** What changes, in the table. */
  change: ReactNode;
  /** The most stations of one act of this kind. */
  max?: number;
  /** True if the button has to be pressed twice. */
  isConfirmed?: boolean;
  form?: { changed: readonly string[]; reset: () => void };
  isBusy: boolean;
  failure: string | null;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children?: ReactNode;
};

/** The dialog that begins an act: its fields, and which stations are changed and which are left out and why. */
export function ActFrame({
  act,
  stations,
  action,
  change,
  max = BULK_STATIONS_MAX,
  isConfirmed = false,
  children,
  ...dialog
}: ActFrameProps) {
  const { changed, left } = judgedStations(act, stations);
  const inForm = useRef<HTMLDivElement>(null);
  const organizations = new Set(stations.map(({ org_id }) => org_id)).size;
  const isNone = changed.length === 0;
  const isTooMany = stations.length > max;
  const label = action(countText(changed.length, "Station"));
  const ofOrganizations = organizations > 1 ? ` of ${countText(organizations, "organization")}` : "";
  return (
    <FormDialog
      {...dialog}
      subtitle={`${countText(stations.length, "station")}${ofOrganizations}`}
      action={isConfirmed ? null : label}
      isBlocked={isNone || isTooMany}
      closeLabel="Cancel"
      buttons={
        isConfirmed &&
        !isNone &&
        !isTooMany && (
          <ConfirmButton
            label={label}
            target=""
            icon={dialog.icon}
            busy={dialog.isBusy}
            onConfirm={() => inForm.current?.closest("form")?.requestSubmit()}
          />
        )
      }
    >
      <CautionNotice stations={changed} />
      {children}
      {isTooMany && <Notice tone="warning">{`At most ${wholeNumber(max)} stations at once.`}</Notice>}
      <div ref={inForm}>
        <Table label="What will change" head={[{ label: "What will change" }, { label: "Stations", isNumber: true }]}>
          {!isNone && (
            <tr>
              <Cell>{change}</Cell>
              <Cell isNumber>{wholeNumber(changed.length)}</Cell>
            </tr>
          )}
          {left.map((group) => (
            <LeftRow key={`${group.reason.code} ${group.reason.at}`} {...group} />
          ))}
        </Table>
      </div>
    </FormDialog>
  );
}

const NAMED_MAX = 3;

/** A row about stations that stay as they are. */
function LeftRow({ is, reason, stations }: LeftStations) {
  const text = reasonText(reason, useServerNow());
  const names = stations.length <= NAMED_MAX ? ` (${stations.map(stationTitle).join(", ")})` : "";
  const [first = "", ...rest] = text;
  return (
    <tr>
      <Cell>
        {is === "unchanged" ? (
          `${text}, stays as it is`
        ) : (
          <span className="soft">{`Left out: ${first.toLowerCase()}${rest.join("")}${names}`}</span>
        )}
      </Cell>
      <Cell isNumber>{wholeNumber(stations.length)}</Cell>
    </tr>
  );
}

/** A value that becomes another one. */
export function Change({ what, from, to }: { what: string; from?: string; to: string }) {
  return (
    <>
      {what} {from !== undefined && <s className="muted">{from}</s>} → <b>{to}</b>
    </>
  );
}
