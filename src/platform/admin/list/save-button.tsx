import { useMutation } from '@tanstack/react-query'
import { useAdminContext } from '../admin-context.tsx'
import { Button, ErrorState } from '../parts.tsx'
import { RestError } from '../rest.client.ts'

type SaveButtonProps = { readonly label: string; readonly href: string; readonly name: string }

/** Saves what a call of the API answers as a file of this name. */
export function SaveButton({ label, href, name }: SaveButtonProps) {
  const { rest } = useAdminContext()
  const save = useMutation({
    mutationFn: async () => {
      const response = await rest.withNonce((nonce) =>
        fetch(href, { headers: { 'x-wp-nonce': nonce } }).catch(() => {
          throw new RestError({ kind: 'offline' })
        }),
      )
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await response.blob())
      link.download = name
      link.click()
      // Some browsers read it a little later.
      setTimeout(URL.revokeObjectURL, 60_000, link.href)
    },
  })
  return (
    <>
      <Button label={label} isBusy={save.isPending} onClick={() => save.mutate()} />
      {save.isError && <ErrorState error={save.error} />}
    </>
  )
}
