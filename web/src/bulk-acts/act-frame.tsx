import { useRef, type ComponentProps, type ReactNode, type SubmitEvent } from "react";
import { BULK_STATIONS_MAX, type PlannedAct } from "@groundcrew/shared/bulk-acts";
import { wholeNumber } from "@groundcrew/shared/lib";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { useServerNow } from "../data/clock/index.ts";
import { Names } from "../kit/index.ts";
import { countText } from "../lib/index.ts";
import { CautionNotice } from "../sites/index.ts";
import { stationTitle } from "../station/index.ts";
import { Cell, ConfirmButton, FormDialog, Notice, Table, ValueChange } from "../ui/index.ts";
import "../later.css";
import { judgedStations, leftTexts, type JudgedStation, type LeftStations } from "./verdicts.ts";

type ActFrameProps = {
  /** Null while it is not complete. */
  act: PlannedAct | null;
  stations: readonly JudgedStation[];
  title: string;
  icon: TablerIcon;
  /** The label of the button, by the stations that are changed: `Begin on 12 Stations`. While the act is not complete, it has no number. */
  action: (stations: string) => string;
  /** The changes, in the table. */
  change: ReactNode;
  /** The most stations of one act of this kind. */
  max?: number;
  /** True if the button has to be pressed twice. */
  isConfirmed?: boolean;
  form?: { changed: readonly string[]; reset: () => void };
  write: ComponentProps<typeof FormDialog>["write"];
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
  const { changed, left } = act === null ? { changed: [], left: [] } : judgedStations(act, stations);
  const inForm = useRef<HTMLDivElement>(null);
  const organizations = new Set(stations.map(({ org_id }) => org_id)).size;
  const isTooMany = stations.length > max;
  const isReady = changed.length > 0 && !isTooMany;
  const label = action(
    act === null ? (stations.length === 1 ? "Station" : "Stations") : countText(changed.length, "Station"),
  );
  const ofOrganizations = organizations > 1 ? ` of ${countText(organizations, "organization")}` : "";
  return (
    <FormDialog
      {...dialog}
      subtitle={`${countText(stations.length, "station")}${ofOrganizations}`}
      action={isConfirmed && isReady ? null : label}
      isBlocked={!isReady}
      closeLabel="Cancel"
      buttons={
        isConfirmed &&
        isReady && (
          <ConfirmButton
            label={label}
            icon={dialog.icon}
            busy={dialog.write.isPending}
            onConfirm={() => inForm.current?.closest("form")?.requestSubmit()}
          />
        )
      }
    >
      <CautionNotice stations={act === null ? stations : changed} />
      {children}
      {isTooMany && <Notice tone="warning">{`At most ${wholeNumber(max)} stations at once.`}</Notice>}
      <div ref={inForm}>
        {act !== null && (
          <Table label={HEAD[0].label} head={HEAD} stacks>
            {changed.length > 0 && <Row text={change} stations={changed} />}
            {left.map((group) => (
              <LeftRow key={group.reason.code} {...group} />
            ))}
          </Table>
        )}
      </div>
    </FormDialog>
  );
}

const HEAD = [{ label: "What will change" }, { label: "Stations", isNumber: true }] as const;

function Row({ text, stations }: { text: ReactNode; stations: readonly unknown[] }) {
  return (
    <tr>
      <Cell>
        <span className="normal-space anywhere">{text}</span>
      </Cell>
      <Cell label="Stations" isNumber>
        {wholeNumber(stations.length)}
      </Cell>
    </tr>
  );
}

/** A row about stations that stay as they are. */
function LeftRow(left: LeftStations) {
  const [before, after] = leftTexts(left, useServerNow());
  const text = (
    <span className={left.is === "unchanged" ? undefined : "soft"}>
      {`${before} (`}
      <Names names={left.stations.map(stationTitle)} />
      {`)${after}`}
    </span>
  );
  return <Row text={text} stations={left.stations} />;
}

/** A value that becomes another one. */
export function Change({ what, from, to }: { what: string; from?: string; to: string }) {
  return (
    <>
      {what} <ValueChange {...{ from, to }} />
    </>
  );
}
