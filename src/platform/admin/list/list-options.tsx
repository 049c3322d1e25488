import { Popup } from '../popup.tsx'
import type { Column } from './data-table.tsx'
import styles from './list-options.module.css'
import { type ListState, pageSizes, type Sort } from './list-state.ts'

type ListOptionsProps<T> = {
  readonly columns: readonly Column<T>[]
  readonly visible: readonly Column<T>[]
  readonly state: ListState
  readonly onChange: (changes: Partial<ListState>) => void
}

/** Sort, visible columns and page size of a list. Narrow screens have no heads to sort by. */
export function ListOptions<T>({ columns, visible, state, onChange }: ListOptionsProps<T>) {
  const sortable = columns.flatMap(({ orderby, title }) => (orderby === undefined ? [] : [[orderby, title] as const]))
  const directions: readonly (readonly [Sort['direction'], string])[] = [
    ['asc', 'A to Z, oldest or smallest first'],
    ['desc', 'Z to A, newest or largest first'],
  ]
  const toggle = (name: string, isShown: boolean) => {
    const names = columns.filter((one) => (one.name === name ? isShown : visible.includes(one))).map((one) => one.name)
    const isDefault = columns.every((one) => names.includes(one.name) === !one.isHidden)
    onChange({ columns: isDefault ? undefined : names, page: state.page })
  }
  return (
    <Popup title="View" icon="filter">
      <div className={styles.options}>
        {sortable.length > 0 && (
          <fieldset>
            <legend>Sort by</legend>
            <select
              aria-label="Sort by"
              value={state.sort?.by ?? ''}
              onChange={({ target }) =>
                onChange({
                  sort:
                    target.value === '' ? undefined : { by: target.value, direction: state.sort?.direction ?? 'asc' },
                })
              }
            >
              <option value="">As it comes</option>
              {sortable.map(([by, title]) => (
                <option key={by} value={by}>
                  {title}
                </option>
              ))}
            </select>
            {state.sort &&
              directions.map(([direction, label]) => (
                <label key={direction}>
                  <input
                    type="radio"
                    name="direction"
                    checked={state.sort?.direction === direction}
                    onChange={() => state.sort && onChange({ sort: { by: state.sort.by, direction } })}
                  />
                  {label}
                </label>
              ))}
          </fieldset>
        )}
        <fieldset>
          <legend>Columns</legend>
          {columns.map(({ name, title }, index) => (
            <label key={name}>
              <input
                type="checkbox"
                // The first column links to the item, so it cannot be hidden.
                disabled={index === 0}
                checked={visible.some((one) => one.name === name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Rows on a page</legend>
          <div className={styles.sizes}>
            {pageSizes.map((size) => (
              <label key={size}>
                <input type="radio" name="per-page" checked={state.size === size} onChange={() => onChange({ size })} />
                {size}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </Popup>
  )
}
