import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Direction, move, moveTo, sizeAt } from '../arrange.ts'
import { indexOf, placeOf, type Row } from './menu-rows.ts'

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Movement in CSS px that starts a drag. */
const DRAG_PX = 4
/** Horizontal distance in px per level. */
const LEVEL_PX = 28
/** Distance in px to the window's edge that starts scrolling, and its speed. */
const EDGE_PX = 60
const SCROLL_PX = 12

type DraggedRowOptions = {
  readonly rows: readonly Row[]
  readonly onChange: (rows: readonly Row[]) => void
  readonly list: RefObject<HTMLOListElement | null>
  readonly announce: (text: string) => void
}

/** The row that is dragged by pointer or picked up by keyboard. */
export function useDraggedRow({ rows, onChange, list, announce }: DraggedRowOptions) {
  const [held, setHeld] = useState<{ readonly key: string; readonly before: readonly Row[] } | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const onKeyDown = (event: KeyboardEvent, key: string) => {
    const isPress = event.key === ' ' || event.key === 'Enter'
    const direction = directions[event.key]
    const isHeld = held?.key === key
    if (!isPress && !(isHeld && (direction || event.key === 'Escape'))) return
    event.preventDefault()
    if (!isHeld) {
      setHeld({ key, before: rows })
      announce(`Picked up ${placeOf(rows, key)}`)
    } else if (direction) {
      const moved = move(rows, indexOf(rows, key), direction)
      if (moved) onChange(moved)
      announce(moved ? placeOf(moved, key) : `${placeOf(rows, key)} It cannot go there.`)
    } else {
      stop.current?.()
      if (!isPress) onChange(held.before)
      announce(isPress ? `Dropped ${placeOf(rows, key)}` : 'It was put back.')
      setHeld(null)
    }
  }

  const onPointerDown = ({ button, clientX: startX, clientY: startY }: ReactPointerEvent, key: string) => {
    if (button !== 0) return
    const before = rows
    const at = indexOf(before, key)
    const depth = before[at]?.depth ?? 0
    const dragged = new Set(before.slice(at, at + sizeAt(before, at)).map((row) => row.key))
    const rowCentres = () =>
      [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
        .filter((row) => !dragged.has(row.dataset.key ?? ''))
        .map((row) => row.getBoundingClientRect())
        .map(({ top, height }) => top + height / 2)
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - startX, clientY - startY) < DRAG_PX) return
      setHeld({ key, before })
      if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX)
      if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX)
      const to = rowCentres().filter((centre) => centre < clientY).length
      const moved = moveTo(before, at, to, depth + Math.trunc((clientX - startX) / LEVEL_PX))
      if (moved) onChange(moved)
    }
    const end = () => {
      stop.current?.()
      setHeld(null)
    }
    stop.current = () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
    addEventListener('pointermove', follow)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
  }

  return {
    key: held?.key,
    handlersOf: (key: string) => ({
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, key),
      onPointerDown: (event: ReactPointerEvent) => onPointerDown(event, key),
      onBlur: () => setHeld((current) => (current?.key === key ? null : current)),
    }),
  }
}
