import { Button, ConfirmButton } from "../../ui/index.ts";

type RemoveButtonProps = {
  target: string;
  /** Why it cannot be removed; null if it can. */
  lock: string | null;
  busy: boolean;
  onConfirm: () => void;
};

/** Removes a second factor. */
export function RemoveButton({ target, lock, ...rest }: RemoveButtonProps) {
  if (lock === null) return <ConfirmButton tone="plain" label="Remove" target={target} {...rest} />;
  return (
    <Button disabled aria-label={`Remove ${target}`} title={lock}>
      Remove
    </Button>
  );
}
