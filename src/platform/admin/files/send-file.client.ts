import { formatBytes } from '../../files/format-bytes.ts'
import { type RestClient, RestError } from '../rest.client.ts'

type Sending = {
  readonly href: string
  readonly file: File
  /** Larger files are refused without being sent. */
  readonly maxBytes: number
  /** The limit in words, if it is not always the same. */
  readonly maxText?: string
  /** From 0 to 1. */
  readonly onProgress?: (progress: number) => void
}

/** Uploads a file as form field `file`. Uses XMLHttpRequest, because `fetch` reports no progress. */
export async function sendFile<T>(
  rest: RestClient,
  { href, file, maxBytes, maxText = formatBytes(maxBytes), onProgress }: Sending,
): Promise<T> {
  if (file.size > maxBytes) {
    const message = `${file.name} is larger than ${maxText}.`
    throw new RestError({ kind: 'refused', status: 400, code: 'rest_upload_file_too_big', message, fields: {} })
  }
  const form = new FormData()
  form.set('file', file)
  const send = (nonce: string) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', href)
      request.setRequestHeader('accept', 'application/json')
      request.setRequestHeader('x-wp-nonce', nonce)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.addEventListener('error', () => reject(new RestError({ kind: 'offline' })))
      request.send(form)
    })
  return (await (await rest.withNonce(send)).json()) as T
}
