import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '../../web/routes.ts'
import { MAX_UPLOAD_BYTES } from '../../web/upload-limit.ts'
import { useAdminContext } from '../admin-context.tsx'
import { type RestClient, RestError } from '../rest.client.ts'
import type { MediaItem } from './media-item.ts'

/** A file on its way, or one that was refused. */
export type Uploading = {
  readonly key: number
  readonly name: string
  /** 0 to 1. */
  readonly progress: number
  readonly error?: Error
}

/** Uploads files to the media library, several at once; `onDone` gets each picture when it is there. */
export function useUploads(onDone: (item: MediaItem) => void) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const lastKey = useRef(0)
  const change = (key: number, changes: Partial<Uploading>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const remove = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      lastKey.current += 1
      const key = lastKey.current
      setUploads((all) => [...all, { key, name: file.name, progress: 0 }])
      sendFile(file, rest, (progress) => change(key, { progress })).then(
        (item) => {
          remove(key)
          void queries.invalidateQueries({ queryKey: [paths.restMedia] })
          onDone(item)
        },
        (error: unknown) => change(key, { error: error instanceof Error ? error : new Error(String(error)) }),
      )
    }
  }
  return { uploads, add, remove }
}

/** Not `fetch`, which tells nothing of the progress. */
async function sendFile(file: File, rest: RestClient, onProgress: (progress: number) => void): Promise<MediaItem> {
  if (file.size > MAX_UPLOAD_BYTES) {
    const message = `${file.name} is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MB.`
    throw new RestError({ kind: 'refused', status: 400, code: 'rest_upload_file_too_big', message, fields: {} })
  }
  const form = new FormData()
  form.set('file', file)
  const send = (nonce: string) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', paths.restMedia)
      request.setRequestHeader('accept', 'application/json')
      request.setRequestHeader('x-wp-nonce', nonce)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.addEventListener('error', () => reject(new RestError({ kind: 'offline' })))
      request.send(form)
    })
  return (await (await rest.withNonce(send)).json()) as MediaItem
}
