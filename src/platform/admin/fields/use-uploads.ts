import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '../../web/routes.ts'
import { MAX_UPLOAD_BYTES } from '../../web/upload-limit.ts'
import { useAdminContext } from '../admin-context.tsx'
import { sendFile } from '../send-file.client.ts'
import type { MediaItem } from './media-item.ts'

export type Uploading = {
  readonly key: number
  readonly name: string
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
      const onProgress = (progress: number) => change(key, { progress })
      const limit = { maxBytes: MAX_UPLOAD_BYTES, maxText: `${MAX_UPLOAD_BYTES / 1024 / 1024} MB` }
      sendFile<MediaItem>(rest, { href: paths.restMedia, file, ...limit, onProgress }).then(
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
