import { lazy, Suspense, useState } from 'react'
import { paths } from '../../web/routes.ts'
import controls from '../controls.module.css'
import { awaited, Button, QueryState, Skeleton, useRest } from '../parts.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'
import { type MediaItem, mediaSize } from './media-item.ts'
import styles from './media-picker.module.css'

/** Loaded when the library is opened. */
const MediaDialog = lazy(() => import('./media-dialog.tsx').then((module) => ({ default: module.MediaDialog })))

type MediaButtonProps = {
  readonly label: string
  readonly className?: string | undefined
  readonly onPick: (item: MediaItem) => void
  readonly onClose?: () => void
}

export function MediaButton({ label, className = controls.button, onPick, onClose }: MediaButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Suspense fallback={<Skeleton width="80px" />}>
          <MediaDialog
            onPick={onPick}
            onClose={() => {
              setIsOpen(false)
              onClose?.()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type ChosenPictureProps = {
  readonly picture: { readonly src: string; readonly alt: string } | null
  readonly onPick: (item: MediaItem) => void
  readonly onRemove: () => void
}

export const ChosenPicture = ({ picture, onPick, onRemove }: ChosenPictureProps) => (
  <div className={styles.picture}>
    {picture && (
      <figure>
        <img src={picture.src} alt={picture.alt} />
        <figcaption>{picture.alt === '' ? 'Without alternative text.' : `Alternative text: ${picture.alt}`}</figcaption>
      </figure>
    )}
    <div className={styles.buttons}>
      <MediaButton label={picture ? 'Change the picture' : 'Choose a picture'} onPick={onPick} />
      {picture && <Button label="Remove the picture" onClick={onRemove} />}
    </div>
  </div>
)

/** Chooses a picture of the media library, or uploads one. The value is its id; 0 is none. */
export function MediaPicker(field: FieldProps) {
  const { value: id, onChange } = useFieldValue<number>(field.name)
  const [picked, setPicked] = useState<MediaItem | null>(null)
  return (
    <FieldFrame {...field} isGroup>
      {() => {
        const pick = (item: MediaItem) => {
          setPicked(item)
          onChange(item.id)
        }
        const buttons = { onPick: pick, onRemove: () => onChange(0) }
        if (id === 0) return <ChosenPicture picture={null} {...buttons} />
        if (picked?.id === id) return <ChosenPicture picture={pictureOf(picked)} {...buttons} />
        return <StoredPicture id={id} {...buttons} />
      }}
    </FieldFrame>
  )
}

const pictureOf = (item: MediaItem) => ({ src: mediaSize(item, 'medium').source_url, alt: item.alt_text })

function StoredPicture({ id, ...buttons }: { readonly id: number } & Omit<ChosenPictureProps, 'picture'>) {
  const query = useRest<MediaItem>([paths.restMedia, id, 'view'], `${paths.restMedia}/${id}?context=view`, awaited)
  if (query.isPending || query.isError) return <QueryState query={query} placeholder={<Skeleton width="200px" />} />
  return <ChosenPicture picture={pictureOf(query.data)} {...buttons} />
}
