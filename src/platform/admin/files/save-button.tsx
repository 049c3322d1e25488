import { useRef, useState } from 'react'
import { formatBytes } from '../../files/format-bytes.ts'
import { Button, ErrorState } from '../parts.tsx'
import { useSend } from '../resource.ts'
import { RestError } from '../rest.client.ts'

type SaveButtonProps = { readonly label: string; readonly href: string; readonly name: string }

/** Downloads the response of an API call as a file. Shows progress, and can be cancelled. */
export function SaveButton({ label, href, name }: SaveButtonProps) {
  const [bytes, setBytes] = useState(0)
  const request = useRef<AbortController>(null)
  const save = useSend(
    async (rest) => {
      const { signal } = (request.current = new AbortController())
      setBytes(0)
      try {
        const response = await rest.withNonce((nonce) => fetch(href, { headers: { 'x-wp-nonce': nonce }, signal }))
        const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            setBytes((before) => before + chunk.length)
            controller.enqueue(chunk)
          },
        })
        const link = document.createElement('a')
        link.href = URL.createObjectURL(await new Response(response.body?.pipeThrough(counter)).blob())
        link.download = name
        link.click()
        // Some browsers read the blob after a delay.
        setTimeout(URL.revokeObjectURL, 60_000, link.href)
      } catch (error) {
        if (!signal.aborted) throw error instanceof RestError ? error : new RestError({ kind: 'offline' })
      }
    },
    [href],
  )
  return (
    <>
      <Button label={label} isBusy={save.isPending} onClick={() => save.mutate()} />
      {save.isPending && (
        <>
          <span role="status">{bytes === 0 ? 'Being made …' : `${formatBytes(bytes)} so far`}</span>
          <Button label="Cancel" onClick={() => request.current?.abort()} />
        </>
      )}
      {save.isError && <ErrorState error={save.error} />}
    </>
  )
}
