import { type Dispatch, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../platform/admin/parts.tsx'
import { Icon } from '../../../../platform/ui/icon.tsx'
import {
  type Column,
  columns,
  type GridAction,
  type GridState,
  type Row,
  rangeOf,
  selectedTexts,
  textOf,
} from './grid-state.ts'
import { parsePaste, pasteText } from './parse-paste.ts'
import styles from './variations.module.css'

type GridProps = {
  readonly state: GridState
  readonly dispatch: Dispatch<GridAction>
  readonly chosen: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
  readonly onSave: () => void
  /** Opens the fields that are not in the grid. */
  readonly onMore: (id: number) => void
  /** Content of a picture cell: a button that opens the media library. */
  readonly picture: (row: Row) => ReactNode
}

const decimals: ReadonlySet<Column> = new Set(['price', 'salePrice', 'weight'])

/** What a closed card shows: what owners change most. */
const first: ReadonlySet<Column> = new Set(['enabled', 'price', 'stock'])

const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [0, -columns.length],
  End: [0, columns.length],
}

/** The grid pattern of the ARIA Authoring Practices, with spreadsheet keys. On narrow screens the rows are cards that open. */
export function VariationGrid({ state, dispatch, chosen, onChoose, onSave, onMore, picture }: GridProps) {
  const table = useRef<HTMLTableElement>(null)
  const hasFocus = useRef(false)
  const [opened, setOpened] = useState<readonly number[]>([])
  const { rows, edits, errors, active, draft } = state
  const isEditing = draft !== null
  useEffect(() => {
    if (hasFocus.current)
      table.current?.querySelector<HTMLElement>(isEditing ? 'td > input' : 'td[tabindex="0"]')?.focus()
  }, [active, isEditing])

  const open = (row: Row | undefined, column: Column | undefined) => {
    if (!row || !column) return
    const text = textOf(row, edits, column)
    if (column === 'picture') table.current?.querySelector<HTMLElement>('td[tabindex="0"] button')?.click()
    else if (column !== 'enabled') dispatch({ kind: 'type', text })
    else dispatch({ kind: 'set', changes: [{ id: row.id, column, text: text === 'yes' ? 'no' : 'yes' }] })
  }
  /** The action of a key; undefined leaves the key to the browser. */
  const actionOf = ({ key, shiftKey }: KeyboardEvent, column: Column | undefined): (() => void) | undefined => {
    const act = (action: GridAction) => () => dispatch(action)
    const step = shiftKey ? -1 : 1
    if (isEditing) {
      if (key === 'Enter') return act({ kind: 'commit', rows: step, columns: 0 })
      if (key === 'Tab') return act({ kind: 'commit', rows: 0, columns: step })
      return key === 'Escape' ? act({ kind: 'type', text: null }) : undefined
    }
    const move = moves[key]
    const to = move && { row: active.row + move[0], column: active.column + move[1] }
    if (to) return act({ kind: 'go', to, extends: shiftKey })
    const isTyped = column !== 'enabled' && column !== 'picture'
    if (key === 'Enter' || key === 'F2' || (key === ' ' && !isTyped)) return () => open(rows[active.row], column)
    if (key === 'Delete' || key === 'Backspace') return act({ kind: 'clear' })
    if (key === 'Escape') return act({ kind: 'type', text: null })
    return key.length === 1 && isTyped ? act({ kind: 'type', text: key }) : undefined
  }
  const commands: Readonly<Record<string, () => void>> = {
    s: onSave,
    ...(isEditing ? {} : { d: () => dispatch({ kind: 'fill' }), z: () => dispatch({ kind: 'undo' }) }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Checkboxes and picture buttons handle their own keys.
    if (event.altKey || !(event.target as Element).matches('td, td > input')) return
    const isCommand = event.ctrlKey || event.metaKey
    const run = isCommand ? commands[event.key.toLowerCase()] : actionOf(event, columns[active.column]?.[0])
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const range = rangeOf(state)
  const cell = (row: Row, at: number, column: Column, label: string, index: number) => {
    const isActive = active.row === at && active.column === index
    const error = errors[`${row.id}:${column}`]
    return (
      <td
        key={column}
        tabIndex={isActive ? 0 : -1}
        aria-selected={at >= range.top && at <= range.bottom && index >= range.left && index <= range.right}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${row.id}-${column}-error`}
        data-label={label}
        data-first={first.has(column) || undefined}
        data-changed={edits[row.id]?.[column] !== undefined || undefined}
        onClick={({ shiftKey, nativeEvent }) => {
          if (isActive && isEditing) return
          dispatch({ kind: 'go', to: { row: at, column: index }, extends: shiftKey })
          const isTouch = (nativeEvent as PointerEvent).pointerType === 'touch'
          if ((isActive || isTouch) && column !== 'picture') open(row, column)
        }}
      >
        {isActive && isEditing ? (
          <input
            type="text"
            // Decimal keypads of phones have no plus sign, which stock accepts.
            inputMode={decimals.has(column) ? 'decimal' : 'text'}
            aria-label={`${label} of ${row.name}`}
            value={draft}
            onChange={(event) => dispatch({ kind: 'type', text: event.target.value })}
            onBlur={() => dispatch({ kind: 'commit', rows: 0, columns: 0 })}
          />
        ) : column === 'picture' ? (
          picture(row)
        ) : (
          textOf(row, edits, column)
        )}
        {error && <small id={`${row.id}-${column}-error`}>{error}</small>}
      </td>
    )
  }
  const box = (name: string, text: string, isChecked: boolean, ids: readonly number[]) => (
    <label>
      <input type="checkbox" aria-label={`Choose ${name}`} checked={isChecked} onChange={() => onChoose(ids)} />
      {text}
    </label>
  )
  const ids = rows.map(({ id }) => id)
  return (
    <table
      ref={table}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid of the ARIA Authoring Practices is a table
      role="grid"
      className={styles.grid}
      aria-label="Variations"
      aria-multiselectable
      onKeyDown={onKeyDown}
      onCopy={(event) => {
        if (isEditing) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', pasteText(selectedTexts(state)))
      }}
      onPaste={(event) => {
        if (isEditing) return
        event.preventDefault()
        dispatch({ kind: 'paste', cells: parsePaste(event.clipboardData.getData('text/plain')) })
      }}
      onFocus={() => (hasFocus.current = true)}
      onBlur={({ relatedTarget }) => (hasFocus.current = !relatedTarget || !!table.current?.contains(relatedTarget))}
    >
      <thead>
        <tr>
          <th scope="col">
            {box('all', 'All variations', chosen.length === ids.length, chosen.length === ids.length ? [] : ids)}
          </th>
          {columns.map(([name, label]) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.id} data-opened={opened.includes(row.id) || undefined}>
            <th scope="row">
              {box(row.name, row.name, chosen.includes(row.id), toggled(chosen, row.id))}
              <Button label="More …" aria-label={`More … of ${row.name}`} onClick={() => onMore(row.id)} />
              <button
                type="button"
                className={styles.fold}
                aria-label={`All columns of ${row.name}`}
                aria-expanded={opened.includes(row.id)}
                onClick={() => setOpened(toggled(opened, row.id))}
              >
                <Icon name="down" />
              </button>
              {errors[`${row.id}:`] && <small>{errors[`${row.id}:`]}</small>}
            </th>
            {columns.map(([column, label], index) => cell(row, at, column, label, index))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const toggled = (chosen: readonly number[], id: number): readonly number[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
