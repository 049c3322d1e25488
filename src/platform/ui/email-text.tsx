/** An email address that can break after the @. */
export function EmailText({ address }: { readonly address: string }) {
  const [name, ...host] = address.split('@')
  return (
    <>
      {name}
      {host.length > 0 && '@'}
      <wbr />
      {host.join('@')}
    </>
  )
}
