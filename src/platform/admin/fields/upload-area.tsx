import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { paths } from '../../web/routes.ts'
import { MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES } from '../../web/upload-limit.ts'
import { useAdminContext } from '../admin-context.tsx'
import { FileButton } from '../files/file-button.tsx'
import { sendFile } from '../files/send-file.client.ts'
import { Button, ErrorState } from '../parts.tsx'
import { RestError } from '../rest.client.ts'
import styles from './media.module.css'
import { isVideo, type MediaItem } from './media-item.ts'

/** Accepted types; the server detects the type from the content. */
const PICTURES = 'image/jpeg,image/png,image/gif,image/webp,image/avif'
const VIDEOS = 'video/mp4,video/ogg,video/webm,.ogv'

type UploadAreaProps = {
  readonly onUploaded: (item: MediaItem) => void
  /** Whether videos are accepted too. */
  readonly takesVideos?: boolean
  /** Rendered beside the button. */
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

/** Uploads files that are picked, dropped or pasted, and shows their progress. */
export function UploadArea({ onUploaded, takesVideos = false, tools, children }: UploadAreaProps) {
  const { uploads, add, remove } = useUploads(takesVideos, onUploaded)
  const [isOver, setIsOver] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.area}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        add(event.dataTransfer.files)
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        add(event.clipboardData.files)
      }}
    >
      <div className={styles.tools}>
        {tools}
        <FileButton
          label={
            <>
              <Icon name="plus" size={16} /> {takesVideos ? 'Upload pictures or videos' : 'Upload pictures'}
            </>
          }
          multiple
          accept={takesVideos ? `${PICTURES},${VIDEOS}` : PICTURES}
          onFiles={add}
        />
        <span className={styles.soft}>or drop them here, or paste.</span>
      </div>
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label="Uploads">
          {uploads.map((upload) => (
            <li key={upload.key}>
              <Upload upload={upload} onClose={() => remove(upload.key)} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

function Upload({ upload, onClose }: { readonly upload: Uploading; readonly onClose: () => void }) {
  const { name, progress, error } = upload
  if (!error)
    return (
      <label className={styles.upload}>
        <span>{name}</span>
        {/* Everything sent: the server is at work, and nobody knows for how long. */}
        <progress value={progress < 1 ? progress : undefined} />
      </label>
    )
  return (
    <div className={styles.refused}>
      <ErrorState error={error} />
      <Button onClick={onClose}>
        Close<span className="visually-hidden"> the message about {name}</span>
      </Button>
    </div>
  )
}

type Uploading = {
  readonly key: number
  readonly name: string
  readonly progress: number
  readonly error?: Error
}

/** Refused here: the library would accept it, but it could not be chosen. */
const notPicture = (name: string) => {
  const message = `${name} is a video. Choose a picture here; videos are uploaded under Media.`
  return new RestError({ kind: 'refused', status: 400, code: 'rest_upload_sideload_error', message, fields: {} })
}

/** Uploads several files to the media library at once; `onDone` gets each finished item. */
function useUploads(takesVideos: boolean, onDone: (item: MediaItem) => void) {
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
      const isOfVideo = isVideo({ mime_type: file.type })
      const maxBytes = isOfVideo ? MAX_VIDEO_BYTES : MAX_UPLOAD_BYTES
      const sending =
        isOfVideo && !takesVideos
          ? Promise.reject(notPicture(file.name))
          : sendFile<MediaItem>(rest, { href: paths.restMedia, file, maxBytes, onProgress })
      sending.then(
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
