import controls from '../../admin/controls.module.css'
import type { CommentJson } from '../../rest/comment-json.ts'
import type { CommentStatus } from '../comments.table.ts'
import styles from './selected-bar.module.css'
import type { Moderation } from './use-moderation.ts'

type SelectedBarProps = {
  readonly items: readonly CommentJson[]
  readonly chosen: readonly CommentJson[]
  readonly onSelect: (ids: readonly number[]) => void
  readonly moderation: Moderation
}

const moves: readonly (readonly [to: CommentStatus, label: string])[] = [
  ['approved', 'Approve'],
  ['pending', 'Hold'],
  ['spam', 'Spam'],
  ['trash', 'Bin'],
]

/** Choosing several, and what can be done with all of them at once. */
export function SelectedBar({ items, chosen, onSelect, moderation }: SelectedBarProps) {
  const ids = chosen.map((item) => item.id)
  const useful = moves.filter(([to]) => chosen.some((item) => item.status !== to))
  const areGone = chosen.length > 0 && chosen.every((item) => item.status === 'spam' || item.status === 'trash')
  const then = (act: () => void) => () => {
    act()
    onSelect([])
  }
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={chosen.length === items.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < items.length
          }}
          onChange={(event) => onSelect(event.target.checked ? items.map((item) => item.id) : [])}
        />
        {chosen.length === 0 ? 'Select all on this page' : `${chosen.length} chosen`}
      </label>
      {chosen.length > 0 && (
        <div className={styles.moves} role="group" aria-label="With those chosen">
          {useful.map(([to, label]) => (
            <button key={to} type="button" className={controls.button} onClick={then(() => moderation.move(ids, to))}>
              {label}
            </button>
          ))}
          {areGone && (
            <button type="button" className={controls.button} onClick={then(() => moderation.remove(ids))}>
              Delete permanently
            </button>
          )}
        </div>
      )}
    </div>
  )
}
