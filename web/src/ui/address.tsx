/** An address, broken after its @ where it is too long for a line. */
export function Address({ address }: { address: string }) {
  const hostStart = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, hostStart)}
      <wbr />
      {address.slice(hostStart)}
    </>
  );
}
