/** An email address as text. Where it must break it breaks after the @. */
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
