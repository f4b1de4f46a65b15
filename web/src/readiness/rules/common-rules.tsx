import { systemWord, type CommonRules, type SystemWords } from "@groundcrew/shared/readiness";
import { countText } from "../../lib/index.ts";
import { Card, Notice, RadioButtons, TextField } from "../../ui/index.ts";
import { padLabels, wordKinds, wordLabels } from "./draft.ts";
import { useNumberInput } from "./use-number-input.ts";

type Unassigned = { word: string; stations: number };

type CommonProps = {
  common: CommonRules;
  /** Words that stations report and that are in none of the lists. */
  unassigned: readonly Unassigned[];
  canChange: boolean;
  onChange: <Part extends keyof CommonRules>(part: Part, value: CommonRules[Part]) => void;
};

/** The rules about the words of `system`, charged batteries and the pad. */
export function CommonCards({ common: { words, charged_from, pad }, unassigned, canChange, onChange }: CommonProps) {
  const chargedFrom = useNumberInput(charged_from, (next) => onChange("charged_from", next));
  return (
    <>
      <Card title="Words of System">
        <Words words={words} canChange={canChange} onChange={(next) => onChange("words", next)} />
        {unassigned.length > 0 && <Notice tone="warning">{unassignedText(unassigned)}</Notice>}
      </Card>
      <Card title="Charged">
        {canChange ? (
          <TextField
            type="number"
            label="A battery that rests is charged from (percent)"
            hint="A full battery that rests discharges a little and is no longer COMPLETE."
            min={50}
            max={100}
            {...chargedFrom}
          />
        ) : (
          <p className="small">{`COMPLETE, or CONNECTED from ${charged_from}%.`}</p>
        )}
      </Card>
      <Card title="The Pad">
        {canChange ? (
          <RadioButtons label="The Pad" labels={padLabels} value={pad} onChange={(next) => onChange("pad", next)} />
        ) : (
          <p className="small">{padLabels[pad]}</p>
        )}
      </Card>
    </>
  );
}

type WordsProps = { words: SystemWords; canChange: boolean; onChange: (words: SystemWords) => void };

function Words({ words, canChange, onChange }: WordsProps) {
  return (
    <div className="column gap-3 mb-2">
      {wordKinds.map((kind) =>
        canChange ? (
          <TextField
            key={kind}
            label={wordLabels[kind]}
            autoComplete="off"
            value={words[kind].join(" ")}
            onChange={({ target }) => onChange({ ...words, [kind]: wordsOf(target.value) })}
          />
        ) : (
          <p key={kind} className="small anywhere">
            <span className="muted">{`${wordLabels[kind]}: `}</span>
            {words[kind].join(" ")}
          </p>
        ),
      )}
    </div>
  );
}

/** Words as they are typed. A space at the end stays, so that another one can be typed. */
function wordsOf(text: string): string[] {
  return text.split(/\s/).map((word) => systemWord(word) ?? "");
}

function unassignedText(words: readonly Unassigned[]): string {
  const listed = words.map(({ word, stations }) => `${word} (${countText(stations, "station")})`).join(", ");
  return words.length === 1
    ? `1 word is not assigned and has no effect: ${listed}`
    : `${words.length} words are not assigned and have no effect: ${listed}`;
}
