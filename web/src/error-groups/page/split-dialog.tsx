import { useId } from "react";
import { splitErrorGroup, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { IconArrowsSplit } from "@tabler/icons-react";
import { z } from "zod";
import { call } from "../../data/api/index.ts";
import { useForm } from "../../lib/index.ts";
import { Option, Options, toast, FormDialog } from "../../ui/index.ts";
import { useGroupChange } from "../acts/index.ts";
import type { SplitChoice } from "./splitting.ts";
import styles from "../groups.module.css";

type SplitDialogProps = {
  group: ErrorGroup;
  /** At least one. */
  choices: readonly SplitChoice[];
  onClose: () => void;
};

const schema = z.object({ by: z.string() });

/** Splits a group by what stands at one of its placeholders. */
export function SplitDialog({ group, choices, onClose }: SplitDialogProps) {
  const name = useId();
  const form = useForm(schema, { by: choices[0]?.key ?? "" });
  const by = form.choice("by");
  const split = useGroupChange({
    form,
    run: async ({ by: chosen }: { by: string }, once) => {
      const choice = choices.find(({ key }) => key === chosen);
      const body = {
        rev: group.rev,
        fingerprint: choice?.fingerprint ?? 0,
        placeholder: choice?.placeholder ?? 0,
      };
      return call(splitErrorGroup, { params: { group: group.id }, body }, once);
    },
    onDone() {
      toast("success", `Splitting Group ${group.id}`, "Its errors move to their new groups within seconds.");
      form.reset();
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Split Group ${group.id}`}
      subtitle="Each value becomes a group of its own"
      icon={IconArrowsSplit}
      action="Split"
      form={form}
      write={split}
      onSubmit={form.submit((entered) => split.mutate(entered))}
      onClose={onClose}
    >
      <Options label="Split by">
        {choices.map(({ key, name: label, help }) => (
          <Option
            key={key}
            group={name}
            label={label}
            help={help}
            isChosen={by.value === key}
            onChoose={() => by.onChange(key)}
          />
        ))}
      </Options>
      <p className={`normal size-caption muted ${styles.quiet}`}>
        Past errors move as well. Up to 100 values have a group each, and errors with other values stay here. A split
        cannot be undone, but the new groups can be merged.
      </p>
    </FormDialog>
  );
}
