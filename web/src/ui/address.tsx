/** An email address that may wrap after its @. */
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
