import controls from '../../../platform/admin/controls.module.css'
import type { CommentJson } from '../rest/comments.ts'
import styles from './bulk-actions.module.css'
import { type Moderation, statusEntries } from './use-moderation.ts'

type BulkActionsProps = {
  readonly items: readonly CommentJson[]
  readonly selected: readonly CommentJson[]
  readonly onSelect: (ids: readonly number[]) => void
  readonly moderation: Moderation
}

/** Bulk selection and bulk actions. */
export function BulkActions({ items, selected, onSelect, moderation }: BulkActionsProps) {
  const ids = selected.map((item) => item.id)
  const applicable = statusEntries.filter(([to]) => selected.some((item) => item.status !== to))
  const canDelete = selected.length > 0 && selected.every((item) => item.status === 'spam' || item.status === 'trash')
  const andClear = (act: () => void) => () => {
    act()
    onSelect([])
  }
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={selected.length === items.length}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && selected.length < items.length
          }}
          onChange={(event) => onSelect(event.target.checked ? items.map((item) => item.id) : [])}
        />
        {selected.length === 0 ? 'Select all on this page' : `${selected.length} chosen`}
      </label>
      {selected.length > 0 && (
        <div className={styles.moves} role="group" aria-label="With those chosen">
          {applicable.map(([to, { action }]) => (
            <button
              key={to}
              type="button"
              className={controls.button}
              onClick={andClear(() => moderation.setStatus(ids, to))}
            >
              {action}
            </button>
          ))}
          {canDelete && (
            <button type="button" className={controls.button} onClick={andClear(() => moderation.remove(ids))}>
              Delete permanently
            </button>
          )}
        </div>
      )}
    </div>
  )
}
