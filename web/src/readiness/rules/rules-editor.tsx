import {
  commonRules,
  listRules,
  previewReadinessRules,
  readinessRules,
  type ReadinessRules,
  type SavedReadinessRules,
} from "@groundcrew/shared/readiness";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useState } from "react";
import { errorSentence } from "../../data/api/index.ts";
import { usePreview } from "../../data/index.ts";
import { ConflictNotice, NOT_SAVED, useEdited } from "../../kit/index.ts";
import { Button, Card, Notice, UnsavedGuard, ValueChange } from "../../ui/index.ts";
import { CommonCards } from "./common-rules.tsx";
import { NO_CHANGES, ruleChanges, withCommon, withRule, type RulesSubject } from "./draft.ts";
import { RulesTable } from "./rules-table.tsx";
import styles from "../readiness.module.css";
import { previewSentence, sentRules, useSaveRules, type useRules } from "./use-rules.ts";

type Rules = NonNullable<ReturnType<typeof useRules>["data"]>;

type EditorProps = {
  subject: RulesSubject;
  /** The rules of the subject that are saved, and those for more stations. */
  saved: SavedReadinessRules | null;
  before: readonly ReadinessRules[];
  about: Pick<Rules, "words" | "despite">;
  canChange: boolean;
};

type Edited = Pick<SavedReadinessRules, "rev" | "changed_by">;

/** Rules that were never saved, or were removed. */
const NONE_SAVED: Edited = { rev: 0, changed_by: null };

/** The rules for some stations: they are edited together, and nothing changes before they are saved. */
export function RulesEditor({ subject, saved, before, about, canChange }: EditorProps) {
  const [draft, setDraft] = useState<ReadinessRules | null>(null);
  const edited = useEdited<Edited>(saved ?? NONE_SAVED, draft !== null);
  const rules = draft ?? saved?.rules ?? NO_CHANGES;
  const { station_type: stationType } = subject;
  const beforeList = listRules(stationType, before);
  const beforeCommon = commonRules(before);
  function change(next: ReadinessRules) {
    const changes = ruleChanges(stationType, { before, saved: saved?.rules ?? NO_CHANGES, draft: next });
    setDraft(changes.length === 0 ? null : next);
  }
  const ofType = <T extends { station_type: string }>(all: readonly T[]) =>
    all.filter((one) => one.station_type === stationType);
  const changeRule: Pick<Parameters<typeof RulesTable>[0], "onEffect" | "onNumber"> = {
    onEffect: ({ name }, value) =>
      changeOf(name, (old) => withRule(rules, { name, part: "effect", value, before: old })),
    onNumber: ({ name }, part, value) => changeOf(name, (old) => withRule(rules, { name, part, value, before: old })),
  };
  function changeOf(name: string, next: (old: (typeof beforeList)[number]) => ReadinessRules) {
    const old = beforeList.find((rule) => rule.name === name);
    if (old) change(next(old));
  }
  return (
    <div className={`one-column-medium grid gap-4 align-start ${styles.columns}`}>
      <RulesTable
        rules={listRules(stationType, [...before, rules])}
        own={new Set(Object.keys(rules.rules))}
        despite={ofType(about.despite)}
        canChange={canChange}
        {...changeRule}
      />
      <div className="column gap-4 min-0">
        <CommonCards
          common={commonRules([...before, rules])}
          unassigned={ofType(about.words)}
          canChange={canChange}
          onChange={(part, value) => change(withCommon(rules, { part, value, before: beforeCommon }))}
        />
        {draft !== null && (
          <BeforeSaving {...{ subject, saved, before, draft, edited }} onDone={() => setDraft(null)} />
        )}
      </div>
      <UnsavedGuard
        isUnsaved={draft !== null}
        sentence="The rules have unsaved changes."
        onLeave={() => setDraft(null)}
      />
    </div>
  );
}

type SavingProps = Pick<EditorProps, "subject" | "saved" | "before"> & {
  draft: ReadinessRules;
  edited: ReturnType<typeof useEdited<Edited>>;
  onDone: () => void;
};

/** The differences, and which stations change at once. */
function BeforeSaving({ subject, saved, before, draft, edited, onDone }: SavingProps) {
  const rules = sentRules(draft);
  const text = rules && JSON.stringify({ ...subject, rules });
  const preview = usePreview(previewReadinessRules, text, (settled) => ({ query: { draft: settled } }));
  const save = useSaveRules(subject, { rev: edited.rev || null, onDone, onError: edited.onError });
  const problem = readinessRules.safeParse(draft).error?.issues[0]?.message ?? "Some of these values are not valid.";
  const changes = ruleChanges(subject.station_type, { before, saved: saved?.rules ?? NO_CHANGES, draft });
  return (
    <Card title="Before Saving">
      <ul className="small soft">
        {changes.map(({ label, from, to }) => (
          <li key={`${label} ${from} ${to}`} className="anywhere">
            {`${label}: `}
            <ValueChange from={from} to={to} />
          </li>
        ))}
      </ul>
      {rules === null ? (
        <Notice tone="danger">{problem}</Notice>
      ) : (
        <output className="block small mt-2">{previewText(preview)}</output>
      )}
      <p className="caption muted mt-2">History and reports before today stay as they are.</p>
      {edited.hasConflict ? (
        <ConflictNotice
          text={`${edited.after.changed_by ?? "Someone"} changed these rules. ${NOT_SAVED}`}
          onUseTheirs={onDone}
        />
      ) : (
        save.error && <Notice tone="danger">{errorSentence(save.error)}</Notice>
      )}
      <div className="row wrap gap-2 mt-3">
        <Button
          tone="main"
          icon={IconDeviceFloppy}
          busy={save.isPending}
          disabled={rules === null}
          onClick={() => rules && save.mutate(rules)}
        >
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Card>
  );
}

function previewText({ data, error }: ReturnType<typeof usePreview<typeof previewReadinessRules>>): string {
  if (data) return previewSentence(data.changes);
  return error ? errorSentence(error) : "…";
}
