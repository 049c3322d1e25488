import { type KeyboardEvent, useRef } from 'react'
import styles from './media.module.css'
import { type MediaItem, mediaSize } from './media-item.ts'

type MediaGridProps = {
  readonly items: readonly MediaItem[]
  readonly selected: number | null
  readonly onSelect: (item: MediaItem) => void
  readonly onChoose: (item: MediaItem) => void
}

/** Thumbnails in a grid. Arrow keys move the selection, Enter chooses. */
export function MediaGrid({ items, selected, onSelect, onChoose }: MediaGridProps) {
  const list = useRef<HTMLDivElement>(null)
  const current = Math.max(
    0,
    items.findIndex(({ id }) => id === selected),
  )
  const move = (event: KeyboardEvent) => {
    const tiles = [...(list.current?.children ?? [])] as HTMLElement[]
    const inRow = tiles.filter(({ offsetTop }) => offsetTop === tiles[0]?.offsetTop).length
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -inRow,
      ArrowDown: inRow,
      Home: -current,
      End: items.length - 1 - current,
    }
    const step = steps[event.key]
    const item = items[current]
    if (event.key === 'Enter' && item) onChoose(item)
    else if (event.key === ' ' && item) onSelect(item)
    else if (step === undefined) return
    event.preventDefault()
    const next = items[current + (step ?? 0)]
    if (!step || !next) return
    tiles[current + step]?.focus()
    onSelect(next)
  }
  return (
    <div ref={list} role="listbox" aria-label="Pictures" className={styles.grid}>
      {items.map((item, index) => (
        <div
          key={item.id}
          role="option"
          aria-selected={item.id === selected}
          aria-label={item.title.raw || item.alt_text || item.slug}
          tabIndex={index === current ? 0 : -1}
          className={styles.tile}
          onClick={() => onSelect(item)}
          onDoubleClick={() => onChoose(item)}
          onKeyDown={move}
        >
          <img src={mediaSize(item, 'medium').source_url} alt="" loading="lazy" />
        </div>
      ))}
    </div>
  )
}
