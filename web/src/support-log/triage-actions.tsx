import { useState } from "react";
import { IconCircleCheck, IconNotes } from "@tabler/icons-react";
import { ResolveDialog, SelectHint, type Triage } from "../station-errors/index.ts";
import { Button } from "../ui/index.ts";
import { CreateEntryDialog } from "./entry-form.tsx";

type TriageActionsProps = { station: string; triage: Triage };

/** The actions on the selected errors of a station. */
export function TriageActions({ station, triage: { choice } }: TriageActionsProps) {
  const [open, setOpen] = useState<"create" | "resolve" | null>(null);
  const { ids } = choice;
  const close = () => setOpen(null);
  return (
    <>
      <SelectHint choice={choice} />
      <Button tone="main" icon={IconNotes} disabled={ids.length === 0} onClick={() => setOpen("create")}>
        {`Create Support Log from ${ids.length} entries`}
      </Button>
      <Button icon={IconCircleCheck} disabled={ids.length === 0} onClick={() => setOpen("resolve")}>
        Resolve Selected
      </Button>
      {open === "create" && (
        <CreateEntryDialog station={station} attached={ids} onSaved={choice.reset} onClose={close} />
      )}
      {open === "resolve" && <ResolveDialog station={station} errors={ids} onResolved={choice.reset} onClose={close} />}
    </>
  );
}
