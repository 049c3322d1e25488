import { paths } from '../../web/routes.ts'
import { Button, useRest } from '../parts.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'
import { type MediaItem, mediaSize } from './media-item.ts'
import { MediaButton } from './media-picker.tsx'
import styles from './pictures-field.module.css'

/** Several pictures of the media library in order. The value is the list of their ids. */
export function PicturesField(field: FieldProps) {
  const { value: ids, onChange } = useFieldValue<readonly number[]>(field.name)
  const chosen = ids.join()
  const stored = useRest<readonly MediaItem[]>(
    [paths.restMedia, 'chosen', chosen],
    `${paths.restMedia}?context=view&per_page=100&include=${chosen || 0}`,
  )
  const pictures = new Map(stored.data?.map((item) => [item.id, item]))
  const move = (at: number, to: number) => onChange(ids.toSpliced(at, 1).toSpliced(to, 0, ids[at] ?? 0))
  return (
    <FieldFrame {...field} isGroup>
      {() => (
        <>
          <ol className={styles.pictures} aria-label={`${field.label}: chosen`}>
            {ids.map((id, at) => {
              const item = pictures.get(id)
              const name = `picture ${at + 1}`
              return (
                <li key={id}>
                  {item ? <img src={mediaSize(item, 'thumbnail').source_url} alt={item.alt_text} /> : <span />}
                  <div>
                    <MoveButton label="↑" what={`Move ${name} up`} isOff={at === 0} onClick={() => move(at, at - 1)} />
                    <MoveButton
                      label="↓"
                      what={`Move ${name} down`}
                      isOff={at === ids.length - 1}
                      onClick={() => move(at, at + 1)}
                    />
                    <Button label={`Remove ${name}`} onClick={() => onChange(ids.toSpliced(at, 1))} />
                  </div>
                </li>
              )
            })}
          </ol>
          <div>
            <MediaButton
              label="Add a picture"
              onPick={({ id }) => {
                if (!ids.includes(id)) onChange([...ids, id])
              }}
            />
          </div>
        </>
      )}
    </FieldFrame>
  )
}

type MoveProps = {
  readonly label: string
  readonly what: string
  readonly isOff: boolean
  readonly onClick: () => void
}

/** Stays focusable at an end, so that the keyboard does not lose its place. */
const MoveButton = ({ label, what, isOff, onClick }: MoveProps) => (
  <button
    type="button"
    className={styles.move}
    aria-label={what}
    aria-disabled={isOff}
    onClick={isOff ? undefined : onClick}
  >
    {label}
  </button>
)
