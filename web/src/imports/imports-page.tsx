import { useState } from "react";
import { importKindLabels, isByType, type CsvImport } from "@groundcrew/shared/imports";
import { stationTypeLabels } from "@groundcrew/shared/telemetry";
import { IconFileUpload } from "@tabler/icons-react";
import { Loaded } from "../kit/index.ts";
import { Button, Card } from "../ui/index.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { FileStep } from "./file-step.tsx";
import { ReportStep } from "./report-step.tsx";
import { Steps, type Step } from "./steps.tsx";
import { useImport, useImportAddress, type ImportAddress } from "./use-imports.ts";
import "../later.css";

/** Imports a CSV file in steps: the file, its columns, a check of each line, and the report. For admins. */
export function ImportsPage() {
  const { address, open } = useImportAddress();
  if (address.draft !== null)
    return <OneImport key={address.draft} id={address.draft} onClose={() => open({ draft: null })} />;
  return (
    <ImportCard step="file" about={address}>
      <FileStep address={address} onOpen={open} />
    </ImportCard>
  );
}

type About = Pick<ImportAddress, "kind"> & { type: ImportAddress["type"] | null };

function ImportCard({
  step,
  about: { kind, type },
  children,
}: {
  step: Step;
  about: About;
  children: React.ReactNode;
}) {
  const label = importKindLabels[kind];
  const subtitle = !isByType(kind) || type === null ? label : `${label}, ${stationTypeLabels[type]}`;
  return (
    <Card
      title="Import CSV"
      aside={
        <>
          <span className="small muted">{subtitle}</span>
          <Steps current={step} />
        </>
      }
    >
      {children}
    </Card>
  );
}

type OneImportProps = { id: number; onClose: () => void };

/** An import whose file was uploaded. */
function OneImport({ id, onClose }: OneImportProps) {
  const query = useImport(id);
  const missing = {
    icon: IconFileUpload,
    sentence: "This check is too old. Choose the file again.",
    action: (
      <Button tone="main" onClick={onClose}>
        Choose a File
      </Button>
    ),
  };
  return (
    <Loaded query={query} content="the import" missing={missing}>
      {(loaded) => <ImportSteps loaded={loaded} onClose={onClose} />}
    </Loaded>
  );
}

function ImportSteps({ loaded, onClose }: { loaded: CsvImport; onClose: () => void }) {
  const [choosesColumns, setChoosesColumns] = useState(loaded.columns === null);
  const step = loaded.applied !== null ? "report" : choosesColumns ? "columns" : "check";
  return (
    <ImportCard step={step} about={{ kind: loaded.kind, type: loaded.station_type }}>
      {step === "report" ? (
        <ReportStep loaded={loaded} onClose={onClose} />
      ) : step === "columns" ? (
        <ColumnsStep loaded={loaded} onClose={onClose} onChecked={() => setChoosesColumns(false)} />
      ) : (
        <CheckStep loaded={loaded} onClose={onClose} onBack={() => setChoosesColumns(true)} />
      )}
    </ImportCard>
  );
}
