type TextButtonProps = { onClick: () => void; children: string };

/** A button that looks like a link, for another way beside the main one. */
export function TextButton({ onClick, children }: TextButtonProps) {
  return (
    <button type="button" className="own-font accent bare p-0 underlined" onClick={onClick}>
      {children}
    </button>
  );
}
