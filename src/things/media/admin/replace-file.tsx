import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { isVideo, type MediaItem } from '../../../platform/admin/fields/media-item.ts'
import { sendFile } from '../../../platform/admin/files/send-file.client.ts'
import { ErrorState } from '../../../platform/admin/parts.tsx'
import { useToast } from '../../../platform/admin/toast.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES } from '../../../platform/web/upload-limit.ts'
import { library } from './library.ts'

/** Replaces the file everywhere it is used. */
export function ReplaceFile({ item }: { readonly item: MediaItem }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const toast = useToast()
  const id = useId()
  const [progress, setProgress] = useState(0)
  const maxBytes = isVideo(item) ? MAX_VIDEO_BYTES : MAX_UPLOAD_BYTES
  const replacing = useMutation({
    mutationFn: (file: File) =>
      sendFile<MediaItem>(rest, {
        href: paths.restMediaFile.replace(/:id\{.*?\}/, `${item.id}`),
        file,
        maxBytes,
        onProgress: setProgress,
      }),
    onSuccess(replaced) {
      queries.setQueryData([library.rest, item.id], replaced)
      void queries.invalidateQueries({ queryKey: [library.rest] })
      toast.show({ text: 'The file was replaced. Every page that shows it is updated.' })
    },
  })
  return (
    <>
      <label htmlFor={id}>Replace the file; its texts stay.</label>
      <input
        id={id}
        type="file"
        accept={isVideo(item) ? 'video/*,.ogv' : 'image/*'}
        disabled={replacing.isPending}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) replacing.mutate(file)
          target.value = ''
        }}
      />
      {replacing.isPending && <progress aria-label="Replacing" value={progress < 1 ? progress : undefined} />}
      {replacing.error && <ErrorState error={replacing.error} />}
    </>
  )
}
