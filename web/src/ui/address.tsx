/** An address, broken after its @ where it is too long for a line. */
export function Address({ of }: { of: string }) {
  const host = of.indexOf("@") + 1;
  return (
    <>
      {of.slice(0, host)}
      <wbr />
      {of.slice(host)}
    </>
  );
}
