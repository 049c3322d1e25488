import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { paths } from '../../web/routes.ts'
import controls from '../controls.module.css'
import { Button, EmptyState, ErrorState, QueryState, Skeleton } from '../parts.tsx'
import { useRestPages, useSend } from '../resource.ts'
import styles from './media.module.css'
import { MediaGrid } from './media-grid.tsx'
import { isVideo, type MediaItem, mediaFacts, mediaSize } from './media-item.ts'
import { UploadArea } from './upload-area.tsx'

type MediaDialogProps = { readonly onPick: (item: MediaItem) => void; readonly onClose: () => void }

/** The media library as a dialog to choose one picture. Rendered outside of the form that opened it. */
export const MediaDialog = (props: MediaDialogProps) => createPortal(<Dialog {...props} />, document.body)

function Dialog({ onPick, onClose }: MediaDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<MediaItem | null>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const pick = (item: MediaItem) => {
    onPick(item)
    dialog.current?.close()
    // The dialog's own close event comes later, when the button may have been pressed again.
    onClose()
  }
  const [isAltAsked, setIsAltAsked] = useState(false)
  const select = (item: MediaItem) => {
    setSelected(item)
    setIsAltAsked(false)
  }
  const choose = (item: MediaItem) => {
    setSelected(item)
    if (item.alt_text === '') setIsAltAsked(true)
    else pick(item)
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={titleId}>Choose a picture</h2>
        <Button label="Close" onClick={() => dialog.current?.close()} />
      </header>
      <UploadArea
        onUploaded={(item) => !isVideo(item) && select(item)}
        tools={
          <input
            type="search"
            className={`${controls.field} ${styles.search}`}
            aria-label="Search pictures"
            placeholder="Search pictures"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        }
      >
        <div className={styles.body}>
          <div className={styles.library}>
            <Library
              search={useDeferredValue(text.trim())}
              selected={selected?.id ?? null}
              onSelect={select}
              onChoose={choose}
            />
          </div>
          {selected && <Chosen key={selected.id} item={selected} isAltAsked={isAltAsked} onPick={pick} />}
        </div>
      </UploadArea>
    </dialog>
  )
}

type LibraryProps = Omit<Parameters<typeof MediaGrid>[0], 'items'> & { readonly search: string }

function Library({ search, ...grid }: LibraryProps) {
  const key = [paths.restMedia, 'library', search]
  const { query, items } = useRestPages<MediaItem>(key, paths.restMedia, {
    search,
    media_type: 'image',
    per_page: '40',
  })
  if (query.isError || query.isPending) return <QueryState query={query} placeholder={<Loading />} />
  if (items.length === 0)
    return (
      <EmptyState title={search === '' ? 'No pictures yet' : `No picture matches “${search}”`}>
        {search === '' && <p>Upload the first one above.</p>}
      </EmptyState>
    )
  return (
    <>
      <MediaGrid items={items} {...grid} />
      {query.hasNextPage && (
        <Button
          label="Show older pictures"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}

const Loading = () => (
  <p role="status">
    <Skeleton width="320px" />
    <span className="visually-hidden">Loading pictures</span>
  </p>
)

type ChosenProps = {
  readonly item: MediaItem
  /** Whether the chosen picture still needs an alternative text. */
  readonly isAltAsked: boolean
  readonly onPick: (item: MediaItem) => void
}

/** The selected picture with its alternative text, which is required. */
function Chosen({ item, isAltAsked, onPick }: ChosenProps) {
  const [alt, setAlt] = useState(item.alt_text)
  const [isRefused, setIsRefused] = useState(false)
  const isMissing = (isRefused || isAltAsked) && alt.trim() === ''
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (isAltAsked) field.current?.focus()
  }, [isAltAsked])
  const save = useSend(
    (rest) => rest.send<MediaItem>('PUT', `${paths.restMedia}/${item.id}`, { alt_text: alt.trim() }),
    [paths.restMedia],
    { onSuccess: onPick },
  )
  const use = () => {
    if (alt.trim() === '') {
      setIsRefused(true)
      field.current?.focus()
    } else if (alt.trim() === item.alt_text) onPick(item)
    else save.mutate()
  }
  return (
    <section className={styles.chosen} aria-label="Chosen picture">
      <img src={mediaSize(item, 'medium').source_url} alt={item.alt_text} />
      <p>
        <strong>{item.title.raw || item.slug}</strong>
        <br />
        <span className={styles.soft}>{mediaFacts(item)}</span>
      </p>
      <label htmlFor={id}>
        Alternative text<span className={styles.soft}> (required)</span>
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        className={controls.field}
        maxLength={500}
        value={alt}
        aria-required
        aria-invalid={isMissing ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setAlt(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') use()
        }}
      />
      <span id={`${id}-hint`} className={isMissing ? styles.missing : styles.soft}>
        Describe the picture in a few words, for people who cannot see it.
      </span>
      {save.isError && <ErrorState error={save.error} />}
      <Button label="Use this picture" kind="primary" isBusy={save.isPending} onClick={use} />
    </section>
  )
}
