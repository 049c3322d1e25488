import { Fragment, type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, Time } from '../parts.tsx'
import { listLocationState, type Sort } from './list-state.ts'
import table from './table.module.css'

export type Column<T> = {
  readonly title: string
  /** Name of the column in the URL, which lists the visible ones. */
  readonly name: string
  readonly orderby?: string
  readonly direction?: Sort['direction']
  readonly isHidden?: boolean
  readonly isNumeric?: boolean
  readonly isSoft?: boolean
  /** Place in a narrow screen's card if not a whole line: half of one, or beside the title. */
  readonly place?: 'half' | 'corner'
  /** Label before the value in such a card, which has no column headings. */
  readonly narrowLabel?: string
  readonly className?: string | undefined
  /** Widths of the placeholder lines while the rows load. */
  readonly skeleton?: readonly string[]
  readonly cell: (item: T, asOf: number) => ReactNode
}

/** A column of `…_gmt` times, sorted with the newest first. */
export const timeColumn = <T,>(
  title: string,
  name: string,
  gmtOf: (item: T) => string,
  more: Partial<Column<T>> = {},
): Column<T> => {
  const common = { direction: 'desc', isSoft: true, skeleton: ['150px'] } as const
  return { title, name, ...common, ...more, cell: (item) => <Time gmt={gmtOf(item)} /> }
}

/** A column of counts. Narrow screens show its title before the count. */
export const countColumn = <T,>(
  title: string,
  name: string,
  countOf: (item: T) => ReactNode,
  more: Partial<Column<T>> = {},
): Column<T> => {
  const common = { place: 'half', narrowLabel: title, isNumeric: true, skeleton: ['24px'] } as const
  return { title, name, ...common, ...more, cell: countOf }
}

export type Selection = { readonly ids: ReadonlySet<number>; readonly set: (ids: ReadonlySet<number>) => void }

type DataTableProps<T> = {
  readonly caption: string
  /** The first column is the row header and links to the item. */
  readonly columns: readonly Column<T>[]
  readonly items: readonly T[] | undefined
  readonly asOf: number
  readonly isBusy: boolean
  /** Undefined: rows are not links. */
  readonly itemHref?: ((id: number) => string) | undefined
  readonly nameOf: (item: T) => string
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort) => void
  readonly selection?: Selection | undefined
  /** A form below the item's row; undefined if there is none. */
  readonly below?: ((item: T) => ReactNode) | undefined
  /** Id of the item that is shown beside the table, or 0. */
  readonly openId?: number | undefined
  readonly rows?: RefObject<HTMLTableSectionElement | null>
}

const classesOf = <T,>(column: Column<T>): string =>
  [column.isNumeric && table.end, column.isSoft && table.soft, column.place && table[column.place], column.className]
    .filter(Boolean)
    .join(' ')

/** Table with sortable heads and selectable rows; a row is a card on narrow screens. */
export function DataTable<T extends { readonly id: number }>(props: DataTableProps<T>) {
  const { caption, columns, items, asOf, isBusy, itemHref, nameOf, selection, below, openId, rows } = props
  const { search } = useLocation()
  const titleOf = (column: Column<T>, item: T) =>
    itemHref ? (
      <Link
        className={table.open}
        to={itemHref(item.id)}
        state={listLocationState(search)}
        aria-current={item.id === openId ? 'true' : undefined}
        preventScrollReset={openId !== undefined}
        data-row
      >
        {column.cell(item, asOf)}
      </Link>
    ) : (
      column.cell(item, asOf)
    )
  return (
    <table className={table.table} aria-busy={isBusy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={table.select}>
              {items ? (
                <SelectAll items={items} selection={selection} />
              ) : (
                <span className="visually-hidden">Select</span>
              )}
            </th>
          )}
          {columns.map((column) => (
            <SortableHead key={column.name} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={rows}>
        {items?.map((item) => {
          const form = below?.(item)
          return (
            <Fragment key={item.id}>
              <tr
                data-item={item.id}
                data-selected={selection?.ids.has(item.id) || item.id === openId ? '' : undefined}
              >
                {selection && (
                  <td className={table.select}>
                    <SelectRow item={item} items={items} selection={selection} label={`Select ${nameOf(item)}`} />
                  </td>
                )}
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.name} scope="row" className={`${table.title} ${classesOf(column)}`}>
                      {titleOf(column, item)}
                    </th>
                  ) : (
                    <td key={column.name} className={classesOf(column)}>
                      {column.narrowLabel && <span className={table.narrowLabel}>{column.narrowLabel} </span>}
                      {column.cell(item, asOf)}
                    </td>
                  ),
                )}
              </tr>
              {form && (
                <tr className={table.below}>
                  <td colSpan={columns.length + (selection ? 1 : 0)}>{form}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
        {!items && <LoadingRows columns={columns} isSelectable={selection !== undefined} />}
      </tbody>
    </table>
  )
}

type SortableHeadProps<T> = Pick<DataTableProps<T>, 'sort' | 'onSort'> & { readonly column: Column<T> }

function SortableHead<T>({ column, sort, onSort }: SortableHeadProps<T>) {
  const { orderby, direction = 'asc' } = column
  const current = orderby !== undefined && sort?.by === orderby ? sort.direction : undefined
  const next = current === undefined ? direction : current === 'asc' ? 'desc' : 'asc'
  const name = { asc: 'ascending', desc: 'descending' } as const
  return (
    <th scope="col" className={column.isNumeric ? table.end : undefined} aria-sort={current && name[current]}>
      {orderby === undefined ? (
        column.title
      ) : (
        <button type="button" className={table.sort} onClick={() => onSort({ by: orderby, direction: next })}>
          {column.title}
          <span className={table.arrow} data-direction={current}>
            <Icon name={current === 'desc' ? 'down' : 'up'} size={14} />
          </span>
        </button>
      )}
    </th>
  )
}

type SelectAllProps = {
  readonly items: readonly { readonly id: number }[]
  readonly selection: Selection
  readonly className?: string | undefined
  /** Shown beside the checkbox; without it the label is for screen readers only. */
  readonly children?: ReactNode
}

export function SelectAll({ items, selection, className, children }: SelectAllProps) {
  const count = items.filter((item) => selection.ids.has(item.id)).length
  return (
    <label className={className}>
      {children ?? <span className="visually-hidden">Select all on this page</span>}
      <input
        type="checkbox"
        checked={count > 0 && count === items.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < items.length
        }}
        onChange={(event) => selection.set(new Set(event.target.checked ? items.map((item) => item.id) : []))}
      />
    </label>
  )
}

type SelectRowProps<T> = {
  readonly item: T
  readonly items: readonly T[]
  readonly selection: Selection
  readonly label: string
  readonly className?: string | undefined
}

/** A row's checkbox. With Shift, also selects the rows since the last click. */
export function SelectRow<T extends { readonly id: number }>(props: SelectRowProps<T>) {
  const { item, items, selection, label, className } = props
  const isShift = useRef(false)
  const toggle = (isChecked: boolean) => {
    const at = items.indexOf(item)
    const last = items.findIndex((one) => one.id === lastSelected)
    const range = isShift.current && last !== -1 ? items.slice(Math.min(at, last), Math.max(at, last) + 1) : [item]
    const ids = new Set(selection.ids)
    for (const { id } of range)
      if (isChecked) ids.add(id)
      else ids.delete(id)
    lastSelected = item.id
    selection.set(ids)
  }
  return (
    <label className={className}>
      <span className="visually-hidden">{label}</span>
      <input
        type="checkbox"
        checked={selection.ids.has(item.id)}
        onClick={(event: MouseEvent) => {
          isShift.current = event.shiftKey
        }}
        onChange={(event) => toggle(event.target.checked)}
      />
    </label>
  )
}

/** Module state, because only one list is on the screen at a time. */
let lastSelected = 0

function LoadingRows<T>({ columns, isSelectable }: { columns: readonly Column<T>[]; isSelectable: boolean }) {
  return Array.from({ length: 10 }, (_, row) => (
    <tr key={row}>
      {isSelectable && <td className={table.select} />}
      {columns.map((column, index) => (
        <td key={column.name} className={`${index === 0 ? table.title : ''} ${classesOf(column)}`}>
          {(column.skeleton ?? ['96px']).map((width, line) => (
            <span key={width} className={line > 0 ? table.second : undefined}>
              <Skeleton width={width} />
            </span>
          ))}
        </td>
      ))}
    </tr>
  ))
}
