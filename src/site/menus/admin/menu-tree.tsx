import { type ReactNode, useId, useRef, useState } from 'react'
import controls from '../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../platform/admin/fields/field.tsx'
import { Fold } from '../../../platform/admin/fields/fold.tsx'
import { Badge, Button } from '../../../platform/admin/parts.tsx'
import { Icon, type IconName } from '../../../platform/ui/icon.tsx'
import { type Direction, move, withoutItem } from '../arrange.ts'
import { MAX_ITEMS, MAX_LABEL, type MenuName } from '../menus.ts'
import { AddItem } from './add-item.tsx'
import { indexOf, kindName, nameOf, placeOf, type Row } from './menu-rows.ts'
import styles from './menu-tree.module.css'
import { useDraggedRow } from './use-dragged-row.ts'

const directions: readonly (readonly [direction: Direction, label: string, icon: IconName])[] = [
  ['up', 'up', 'up'],
  ['down', 'down', 'down'],
  ['in', 'below the item before it', 'right'],
  ['out', 'to the outer level', 'left'],
]

type MenuTreeProps = {
  readonly name: MenuName
  readonly title: string
  readonly hint: string
  /** The top level consists of column titles, and new items go below the last one. */
  readonly hasColumns?: boolean
  readonly children?: ReactNode
}

/** A menu that is sorted by dragging, by keyboard, or by buttons. */
export function MenuTree({ name, title, hint, hasColumns = false, children }: MenuTreeProps) {
  const { value: rows, onChange } = useFieldValue<readonly Row[]>(name)
  const [announcement, setAnnouncement] = useState('')
  const [added, setAdded] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  const held = useDraggedRow({ rows, onChange, list, announce: setAnnouncement })
  const change = (key: string, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const shift = (key: string, direction: Direction) => {
    const at = indexOf(rows, key)
    const moved = move(rows, at, direction)
    if (moved) onChange(moved)
    setAnnouncement(moved ? placeOf(moved, key) : `${placeOf(rows, key)} It cannot go there.`)
  }
  const add = (item: Omit<Row, 'key' | 'depth'>, depth = Number(hasColumns && rows.length > 0)) => {
    const key = `new ${Date.now()}`
    onChange([...rows, { ...item, depth, key }])
    setAdded(item.kind === 'link' ? key : '')
    setAnnouncement(`${nameOf(item)} was added at the end.`)
  }
  const remove = (at: number) => {
    onChange(withoutItem(rows, at))
    setAnnouncement(`${rows[at] ? nameOf(rows[at]) : ''} was removed.`)
    list.current?.focus()
  }
  return (
    <section className={controls.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className={styles.hint}>{hint}</p>
      <p id={`${id}-keys`} hidden>
        Press space to pick it up, move it with the arrow keys, and press space to drop it, or escape to put it back.
      </p>
      <ol ref={list} className={styles.rows} tabIndex={-1} aria-labelledby={`${id}-title`}>
        {rows.map((row, at) => (
          <li
            key={row.key}
            className={styles.row}
            data-key={row.key}
            data-depth={row.depth}
            data-held={held.key === row.key ? '' : undefined}
          >
            <button
              type="button"
              className={`${controls.icon} ${styles.handle}`}
              aria-label={`Move ${nameOf(row)}`}
              aria-describedby={`${id}-keys`}
              aria-pressed={held.key === row.key}
              {...held.handlersOf(row.key)}
            >
              <Icon name="menu" />
            </button>
            <div className={styles.item}>
              <Fold
                name={`${name}.${at}`}
                title={nameOf(row)}
                about={kindName(row.kind)}
                isOpen={row.key === added}
                isInner
              >
                <Text
                  row={row}
                  name={`${name}.${at}.label`}
                  part="label"
                  onText={(label) => change(row.key, { label })}
                />
                {row.kind === 'link' && (
                  <Text
                    row={row}
                    name={`${name}.${at}.href`}
                    part="href"
                    onText={(href) => change(row.key, { href })}
                  />
                )}
                <p>
                  <Button label="Remove" aria-label={`Remove ${nameOf(row)}`} onClick={() => remove(at)} />
                </p>
              </Fold>
            </div>
            {row.url === null && <Badge tone="hollow">Not shown</Badge>}
            <span className={styles.directions}>
              {directions.map(([direction, label, icon]) => (
                <button
                  key={direction}
                  type="button"
                  className={controls.icon}
                  aria-label={`Move ${nameOf(row)} ${label}`}
                  aria-disabled={move(rows, at, direction) === null}
                  onClick={({ currentTarget }) => {
                    shift(row.key, direction)
                    // The row may have moved out of view.
                    requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'nearest' }))
                  }}
                >
                  <Icon name={icon} size={18} />
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {rows.length < MAX_ITEMS && <AddItem menu={title} hasColumns={hasColumns} onAdd={add} />}
      {children}
      <p role="status" className="screen-reader-text">
        {announcement}
      </p>
    </section>
  )
}

type TextProps = {
  readonly row: Row
  readonly name: string
  readonly part: 'label' | 'href'
  readonly onText: (text: string) => void
}

const Text = ({ row, name, part, onText }: TextProps) => (
  <FieldFrame
    name={name}
    label={part === 'label' ? 'Label' : 'Address'}
    hint={part === 'label' && row.kind !== 'link' ? 'Leave it empty for its own title.' : undefined}
  >
    {(control) => (
      <input
        {...control}
        type="text"
        className={controls.field}
        maxLength={part === 'label' ? MAX_LABEL : 500}
        placeholder={part === 'label' ? row.title : '/shop/'}
        value={row[part]}
        onChange={(event) => onText(event.target.value)}
      />
    )}
  </FieldFrame>
)
