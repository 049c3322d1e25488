import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { paths } from '../../web/routes.ts'
import controls from '../controls.module.css'
import { Button, ErrorState, useRest } from '../parts.tsx'
import { useSend } from '../resource.ts'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'
import { type MediaItem, mediaSize } from './media-item.ts'
import { MediaButton } from './media-picker.tsx'
import styles from './pictures-field.module.css'
import { UploadArea } from './upload-area.tsx'

/** Loads pictures of the media library by id. */
export function useChosenPictures(ids: readonly number[]): ReadonlyMap<number, MediaItem> {
  // Sorted, so that reordering by dragging does not fetch them again.
  const sortedIds = ids.toSorted((a, b) => a - b).join()
  const stored = useRest<readonly MediaItem[]>(
    [paths.restMedia, 'chosen', sortedIds],
    `${paths.restMedia}?context=view&per_page=100&include=${sortedIds || 0}`,
  )
  return new Map(stored.data?.map((item) => [item.id, item]))
}

type ListProps = {
  readonly label: string
  readonly ids: readonly number[]
  /** Changes the ids as they are now, because other uploads may have ended in the meantime. */
  readonly onChange: (change: (now: readonly number[]) => readonly number[]) => void
  /** Only alternative texts can be edited, not the pictures or their order. */
  readonly isFixed?: boolean
}

/** Several pictures, ordered by dragging or keyboard. */
export function PictureList({ label, ids, onChange, isFixed = false }: ListProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const pictures = useChosenPictures(ids)
  const move = (at: number, to: number) => onChange(() => ids.toSpliced(at, 1).toSpliced(to, 0, ids[at] ?? 0))
  const add = ({ id }: MediaItem) => onChange((now) => (now.includes(id) ? now : [...now, id]))
  return (
    <>
      <ol className={styles.pictures} aria-label={`${label}: chosen`}>
        {ids.map((id, at) => {
          const item = pictures.get(id)
          const name = `picture ${at + 1}`
          return (
            // The buttons do the same by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={id}
              className={dragged === id ? styles.dragged : undefined}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) move(ids.indexOf(dragged), at)
              }}
            >
              {item ? (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
                <img
                  src={mediaSize(item, 'thumbnail').source_url}
                  alt={item.alt_text}
                  draggable={!isFixed}
                  onDragStart={({ dataTransfer }) => {
                    // Browsers add the picture's file to the drag, which the upload area would upload again.
                    dataTransfer.clearData()
                    dataTransfer.setData('text/plain', name)
                    setDragged(id)
                  }}
                  onDragEnd={() => setDragged(null)}
                />
              ) : (
                <span />
              )}
              {!isFixed && (
                <div>
                  {([-1, 1] as const).map((step) => {
                    // Stays focusable at the ends of the list, so that keyboard focus is not lost.
                    const isOff = ids[at + step] === undefined
                    return (
                      <button
                        key={step}
                        type="button"
                        className={styles.move}
                        aria-label={`Move ${name} ${step < 0 ? 'up' : 'down'}`}
                        aria-disabled={isOff}
                        onClick={isOff ? undefined : () => move(at, at + step)}
                      >
                        {step < 0 ? '↑' : '↓'}
                      </button>
                    )
                  })}
                  <Button label={`Remove ${name}`} onClick={() => onChange(() => ids.toSpliced(at, 1))} />
                </div>
              )}
              {item?.alt_text === '' && <AltText item={item} name={name} />}
            </li>
          )
        })}
      </ol>
      {!isFixed && <UploadArea onUploaded={add} tools={<MediaButton label="Add a picture" onPick={add} />} />}
    </>
  )
}

type PicturesProps = FieldProps & Pick<ListProps, 'isFixed'>

/** A `PictureList` in a form. The value is the list of the pictures' ids. */
export function PicturesField({ isFixed = false, ...field }: PicturesProps) {
  const { value, onChange } = useFieldValue<readonly number[]>(field.name)
  const { getValues } = useFormContext()
  return (
    <FieldFrame {...field} isGroup>
      {() => (
        <PictureList
          label={field.label}
          ids={value}
          isFixed={isFixed}
          onChange={(change) => onChange(change(getValues(field.name) as readonly number[]))}
        />
      )}
    </FieldFrame>
  )
}

/** Asks for a missing alternative text, and saves it to the library. */
function AltText({ item, name }: { readonly item: MediaItem; readonly name: string }) {
  const [text, setText] = useState('')
  const id = useId()
  const save = useSend(
    (rest) => rest.send('PUT', `${paths.restMedia}/${item.id}`, { alt_text: text.trim() }),
    [paths.restMedia],
  )
  const submit = () => text.trim() !== '' && save.mutate()
  return (
    <div className={styles.alt}>
      <label htmlFor={id}>What does {name} show? Nobody can tell who does not see it.</label>
      <input
        id={id}
        className={controls.field}
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
      />
      {save.isError && <ErrorState error={save.error} />}
    </div>
  )
}
