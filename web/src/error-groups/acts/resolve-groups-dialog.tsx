import { useId } from "react";
import { resolveErrorGroups, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { IconCircleCheck } from "@tabler/icons-react";
import { call } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { countText, useForm, type Form } from "../../lib/index.ts";
import { useAssignees } from "../../ownership/index.ts";
import { InlineField, Notice, Option, Options, TextAreaField, toast, FormDialog } from "../../ui/index.ts";
import { StationLink, stationTitle } from "../../station/index.ts";
import { useGroupSummary } from "../use-group-summary.ts";
import styles from "../groups.module.css";
import { fixHelp, ownersSentence, resolveSchema, type ResolveValues } from "./resolving.ts";
import {
  groupsText,
  seen,
  useFirmwares,
  useGroupChange,
  useGroupDetails,
  useNewestGroups,
} from "./use-group-change.ts";

type ResolveGroupsDialogProps = {
  groups: readonly ErrorGroup[];
  onDone?: () => void;
  onClose: () => void;
};

const INITIAL: ResolveValues = { solution: "", fixed: "now", firmware: "", incidents: false };

/** Resolves all open errors of groups with one solution, for now or from a firmware on. */
export function ResolveGroupsDialog({ groups: listed, onDone, onClose }: ResolveGroupsDialogProps) {
  const { groups, closed } = useNewestGroups(listed);
  const draft = `resolve groups ${groups.map(({ id }) => id).join(" ")}`;
  const form = useForm(resolveSchema, INITIAL, { draft });
  const incidents = useIncidents(groups);
  const sum = useSum(groups);
  const owners = ownersSentence(groups, useAssignees().meId, useServerNow());
  const resolve = useGroupChange({
    form,
    run: async ({ firmware, fixed, ...entered }: ResolveValues, once) => {
      const body = {
        groups: seen(groups),
        solution: entered.solution,
        fixed_from: fixed === "now" ? null : firmware,
        incidents: entered.incidents ? incidents.map(({ id }) => id) : [],
      };
      return call(resolveErrorGroups, { body }, once);
    },
    onDone({ status, body: { errors } }) {
      const isRunning = status === 202;
      toast("success", `${isRunning ? "Resolving" : "Resolved"} ${countText(errors, "error")}`);
      form.reset();
      onDone?.();
      onClose();
    },
  });

  return (
    <FormDialog
      title={`Resolve All Errors of ${groupsText(groups)}`}
      subtitle={sum && `${countText(sum.errors, "error")} at ${countText(sum.stations, "station")}`}
      icon={IconCircleCheck}
      action={sum && sum.errors > 0 ? `Resolve ${countText(sum.errors, "Error")}` : "Resolve"}
      form={form}
      news={resolve.isPending ? null : closed}
      isBlocked={closed !== null}
      write={resolve}
      onReload={resolve.reload}
      onSubmit={form.submit((entered) => resolve.mutate(entered))}
      onClose={onClose}
    >
      <TextAreaField label="Solution" rows={3} aria-required data-autofocus {...form.text("solution")} />
      <FixedFrom form={form} groups={groups} />
      {incidents.length > 0 && <Incidents incidents={incidents} {...form.check("incidents")} />}
      {owners !== null && closed === null && <Notice tone="warning">{owners}</Notice>}
    </FormDialog>
  );
}

type FixedFromProps = { form: Form<ResolveValues>; groups: readonly ErrorGroup[] };

/** Whether the fault is fixed at every station now, or from a firmware on. */
function FixedFrom({ form, groups }: FixedFromProps) {
  const listId = useId();
  const name = useId();
  const known = useFirmwares(groups[0]?.id).data ?? [];
  const fixed = form.choice("fixed");
  const firmware = form.text("firmware");
  const noun = groups.length === 1 ? "the group" : "its group";
  // The numbers of stations are those of one group.
  const counted = groups.length === 1 ? known : [];
  return (
    <Options label="Fixed">
      <Option
        group={name}
        label="Now, at every station"
        help={`Any new error makes ${noun} Regressed`}
        isChosen={fixed.value === "now"}
        onChoose={() => fixed.onChange("now")}
      />
      <Option
        group={name}
        label="Starting with firmware…"
        help={
          fixed.value === "firmware"
            ? fixHelp(firmware.value, counted)
            : "Errors from older firmware are resolved as they arrive"
        }
        isChosen={fixed.value === "firmware"}
        onChoose={() => fixed.onChange("firmware")}
      >
        <InlineField
          label="Firmware with the fix"
          className={styles.version}
          list={listId}
          spellCheck={false}
          {...firmware}
        />
        <datalist id={listId}>
          {known.map(({ version }) => (
            <option key={version}>{version}</option>
          ))}
        </datalist>
        and newer
      </Option>
    </Options>
  );
}

type Incident = { id: number; station: string; serial_number: string };
type IncidentsProps = { incidents: readonly Incident[]; checked: boolean; onChange: (checked: boolean) => void };

/** Offers to resolve the incidents that errors of the group are attached to. */
function Incidents({ incidents, checked, onChange }: IncidentsProps) {
  const id = useId();
  return (
    <div className={`gap-0-2 grid small align-start underlined-links ${styles.incidents}`}>
      <input type="checkbox" id={id} checked={checked} onChange={() => onChange(!checked)} />
      <span>
        <label
          htmlFor={id}
        >{`Set ${countText(incidents.length, "incident")} with errors of this group to Resolved:`}</label>{" "}
        {incidents.map(({ id: entry, station, serial_number }, index) => (
          <span key={entry}>
            {index > 0 && ", "}
            <StationLink
              name={station}
              path={`supportlog#${entry}`}
            >{`${stationTitle({ name: station, serial_number })} #${entry}`}</StationLink>
          </span>
        ))}
      </span>
    </div>
  );
}

const NONE: readonly Incident[] = [];

/** The open incidents with errors of a group; none for several groups. */
function useIncidents(groups: readonly ErrorGroup[]): readonly Incident[] {
  const { data } = useGroupDetails(groups.length === 1 ? groups[0]?.id : undefined);
  return data?.incidents ?? NONE;
}

/** The open errors of groups and their stations; undefined while several are being counted. */
function useSum(groups: readonly ErrorGroup[]): { errors: number; stations: number } | undefined {
  const { data } = useGroupSummary(groups);
  const [only] = groups;
  return groups.length === 1 && only ? { errors: only.open, stations: only.stations } : data;
}
