import { type ComponentData, useGetPuck } from '@puckeditor/core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useCanvas, usePuckStore, useSelected } from '../canvas/canvas-context.tsx'
import { defineWords } from '../words.ts'
import styles from './panels.module.css'

const useWords = defineWords({
  label: ['Blocks of the page', 'Blocs de la page'],
  empty: ['The page has no blocks yet.', 'La page n’a pas encore de bloc.'],
})

/** A row of the outline: a block or a slot. */
type TreeRow = {
  /** Puck's id of the block, or its zone of the slot. */
  readonly key: string
  /** Puck's id of the block, or of the block that owns the slot. */
  readonly id: string
  readonly title: string
  readonly level: number
}

const isSlot = ({ key, id }: TreeRow): boolean => key !== id

type OutlineProps = {
  /** Puck's zone of the chosen slot. */
  readonly zone: string | null
  readonly onZone: (zone: string | null) => void
  /** Enter opens the settings of a block, and the block list for a slot. */
  readonly onOpen: (panel: 'settings' | 'blocks') => void
}

export function Outline({ zone, onZone, onOpen }: OutlineProps) {
  const words = useWords()
  const getPuck = useGetPuck()
  const { known, isShown, select } = useCanvas()
  const selected = useSelected()
  const content = usePuckStore(({ appState }) => appState.data.content)
  const components = usePuckStore(({ config }) => config.components)
  const rows = useMemo(() => {
    const rowsOf = ({ type, props }: ComponentData, level: number): TreeRow[] => {
      const { id } = props
      const slots = (known.get(type)?.slots ?? []).flatMap(({ name, title }) => {
        const inner = (props[name] ?? []) as readonly ComponentData[]
        if (inner.length === 0 && !isShown(id, name)) return []
        return [
          { key: `${id}:${name}`, id, title, level: level + 1 },
          ...inner.flatMap((one) => rowsOf(one, level + 2)),
        ]
      })
      return [{ key: id, id, title: components[type]?.label ?? '', level }, ...slots]
    }
    return content.flatMap((block) => rowsOf(block, 1))
  }, [content, components, known, isShown])
  const tree = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(0)
  const chosen = rows.findIndex(({ key }) => key === (zone ?? selected))
  const current = Math.min(chosen >= 0 ? chosen : focused, Math.max(0, rows.length - 1))

  const choose = (index: number) => {
    const row = rows[index]
    if (!row) return
    setFocused(index)
    select(getPuck().getSelectorForId(row.id))
    onZone(isSlot(row) ? row.key : null)
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus()
  }
  const parentOf = (index: number): number => {
    const level = rows[index]?.level ?? 0
    return rows.slice(0, index).findLastIndex((row) => row.level < level)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const targets: Partial<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: rows.length - 1,
      ArrowLeft: parentOf(current),
      ArrowRight: (rows[current + 1]?.level ?? 0) > (rows[current]?.level ?? 0) ? current + 1 : -1,
    }
    const to = targets[event.key]
    const row = rows[current]
    if (event.key === 'Enter' && row) onOpen(isSlot(row) ? 'blocks' : 'settings')
    else if (to === undefined) return
    else choose(to)
    event.preventDefault()
  }
  if (rows.length === 0) return <p className={styles.hint}>{words.empty}</p>
  return (
    <div ref={tree} role="tree" aria-label={words.label} tabIndex={-1} className={styles.tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <div
          key={row.key}
          role="treeitem"
          lang="en"
          aria-level={row.level}
          aria-selected={index === chosen}
          tabIndex={index === current ? 0 : -1}
          data-slot-row={isSlot(row) ? '' : undefined}
          style={{ paddingInlineStart: 8 + (row.level - 1) * 14 }}
          onClick={() => choose(index)}
          onKeyDown={() => undefined}
        >
          {row.title}
        </div>
      ))}
    </div>
  )
}
