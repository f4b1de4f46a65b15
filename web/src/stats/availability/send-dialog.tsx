import {
  changeReportRecipients,
  getAvailability,
  isEmptyReport,
  listReportRecipients,
  monthOnly,
  REPORT_RECIPIENTS_MAX,
  reportMail,
  sendMyReport,
  type AvailabilityReport,
  type ReportReader,
} from "@groundcrew/shared/availability";
import { monthName } from "@groundcrew/shared/lib";
import { IconDeviceFloppy, IconMail, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import { call, errorSentence, useServerMutation } from "../../data/api/index.ts";
import { useServerData } from "../../data/index.ts";
import { Loaded, PickerChips } from "../../kit/index.ts";
import { isSame, useForm } from "../../lib/index.ts";
import { Button, Dialog, FormDialog, toast } from "../../ui/index.ts";

type SendDialogProps = {
  /** The displayed report, of whose organization it is. */
  report: AvailabilityReport;
  /** The month of the report, or the month that would be displayed instead of its range. */
  month: string;
  onClose: () => void;
};

/** Chooses the people to whom the report of an organization, or of all, is sent each month. */
export function SendDialog(props: SendDialogProps) {
  const { report, onClose } = props;
  const query = report.org_id === null ? {} : { org_id: report.org_id };
  const readers = useServerData(listReportRecipients, { query });
  if (readers.data) return <RecipientsForm {...props} readers={readers.data} />;
  return (
    <Dialog title={TITLE} subtitle={subjectOf(report)} icon={IconMail} size="options" onClose={onClose}>
      <Loaded query={readers} content="the people who may see this report">
        {() => null}
      </Loaded>
    </Dialog>
  );
}

const TITLE = "Send Each Month";

const form = z.object({
  people: z.array(z.string()).max(REPORT_RECIPIENTS_MAX, `Choose at most ${REPORT_RECIPIENTS_MAX} people.`),
});

function RecipientsForm({ report, month, readers, onClose }: SendDialogProps & { readers: readonly ReportReader[] }) {
  const saved = readers.filter(({ receives }) => receives).map(({ id }) => String(id));
  const { submit, list, ...state } = useForm(form, { people: saved });
  // As the list was when it was first edited: only own changes are sent, and what others save meanwhile stays.
  const [before, setBefore] = useState(saved);
  if (state.changed.length === 0 && !isSame(before, saved)) setBefore(saved);
  const save = useSave(report.org_id, onClose);
  const send = useServerMutation({
    ifUnanswered: "The report may have been sent.",
    run: async () => call(sendMyReport, { body: { org_id: report.org_id, month } }),
    onSuccess: () => toast("success", `${monthName(month)} is sent to you.`),
    onError: (error) => toast("danger", errorSentence(error)),
  });
  return (
    <FormDialog
      title={TITLE}
      subtitle={subjectOf(report)}
      icon={IconDeviceFloppy}
      action="Save"
      buttons={
        <Button icon={IconSend} busy={send.isPending} onClick={() => send.mutate()}>
          {`Send Me ${monthOnly(month)} Now`}
        </Button>
      }
      closeLabel="Cancel"
      form={state}
      write={save}
      onSubmit={submit(({ people }) => {
        const add = people.filter((id) => !before.includes(id)).map(Number);
        save.mutate({ add, remove: before.filter((id) => !people.includes(id)).map(Number) });
      })}
      onClose={onClose}
    >
      <div className="stack gap-2">
        <span className="small medium">To</span>
        <PickerChips
          label="To"
          action="Add a person"
          items={readers.map(({ id, name, email }) => ({ id: String(id), label: name, about: email }))}
          {...list("people")}
        />
        <span className="caption muted">
          {`People who may see these stations, at most ${REPORT_RECIPIENTS_MAX}. Each can stop it in My Notifications.`}
        </span>
      </div>
      <Preview report={report} month={month} />
    </FormDialog>
  );
}

/** The email about a month as it would be sent now. */
function Preview({ report, month }: Pick<SendDialogProps, "report" | "month">) {
  const isShown = report.month === month;
  const query = { month, ...(report.org_id !== null && { org_id: report.org_id }) };
  const other = useServerData(getAvailability, isShown ? null : { query });
  return (
    <div className="stack gap-2">
      <span className="small medium">{`On the 1st at 06:00 UTC they receive, for ${monthOnly(month)}:`}</span>
      {isShown ? (
        <Mail report={report} />
      ) : (
        <Loaded query={other} content="the availability">
          {(found) => <Mail report={found} />}
        </Loaded>
      )}
    </div>
  );
}

function Mail({ report }: { report: AvailabilityReport }) {
  if (isEmptyReport(report) && report.month !== null) {
    return <p className="small muted">{`Nothing was recorded in ${monthName(report.month)}, so nothing is sent.`}</p>;
  }
  const { title, paragraphs } = reportMail(report);
  const [figures, ...others] = paragraphs;
  return (
    <div className="stack gap-2 small sunken rounded bordered p-3 anywhere">
      <b className="strong">{title}</b>
      <p>{figures}</p>
      <p>
        <span className="accent">Open the report</span> (log in first)
      </p>
      {others.map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </div>
  );
}

function useSave(org_id: number | null, onDone: () => void) {
  return useServerMutation({
    shows: [listReportRecipients],
    run: async (changes: { add: number[]; remove: number[] }) =>
      call(changeReportRecipients, { body: { org_id, ...changes } }),
    onSuccess() {
      toast("success", "Saved who gets the report each month.");
      onDone();
    },
  });
}

function subjectOf({ organization }: AvailabilityReport): string {
  return organization ?? "All organizations";
}
