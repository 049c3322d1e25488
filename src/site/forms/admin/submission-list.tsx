import type { RefObject } from 'react'
import { Link } from 'react-router'
import { SelectAll, type Selection, SelectRow } from '../../../platform/admin/list/data-table.tsx'
import rowStyles from '../../../platform/admin/list/rows.module.css'
import { Badge, Skeleton, Time } from '../../../platform/admin/parts.tsx'
import type { SubmissionJson } from '../rest/submission-json.ts'
import styles from './submission-list.module.css'

type SubmissionListProps = {
  /** Undefined while loading. */
  readonly items: readonly SubmissionJson[] | undefined
  readonly rows: RefObject<HTMLOListElement | null>
  readonly isBusy: boolean
  readonly selection: Selection
  readonly openId: number
  readonly hrefOf: (id: number) => string
}

export function SubmissionList({ items, rows, isBusy, selection, openId, hrefOf }: SubmissionListProps) {
  if (!items) return <LoadingList />
  if (items.length === 0) return null
  return (
    <>
      <SelectAll items={items} selection={selection} className={rowStyles.all}>
        Select all on this page
      </SelectAll>
      <ol ref={rows} aria-busy={isBusy}>
        {items.map((item) => (
          <li
            key={item.id}
            className={`${rowStyles.row} ${styles.row}`}
            data-message={item.id}
            data-unread={item.read ? undefined : ''}
            data-selected={selection.ids.has(item.id) || item.id === openId ? '' : undefined}
          >
            <SelectRow
              item={item}
              items={items}
              selection={selection}
              label={`Select the message of ${item.sender}`}
              className={styles.select}
            />
            <Link
              data-row
              className={styles.open}
              to={hrefOf(item.id)}
              aria-current={item.id === openId ? 'true' : undefined}
              preventScrollReset
            >
              <span className={styles.sender}>
                {!item.read && <span className="visually-hidden">Unread: </span>}
                {item.sender}
              </span>
              <span className={styles.words}>
                <span className={styles.subject}>{item.subject}</span>
                {item.excerpt !== '' && <span className={styles.excerpt}> – {item.excerpt}</span>}
              </span>
            </Link>
            <p className={styles.marks}>
              {item.file_count > 0 && (
                <span>
                  {item.file_count} {item.file_count === 1 ? 'file' : 'files'}
                </span>
              )}
              {item.answered && <Badge tone="leaf">Answered</Badge>}
              <Time gmt={item.date_created_gmt} />
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

const LoadingList = () => (
  <ol aria-busy="true" aria-label="Loading messages">
    {Array.from({ length: 8 }, (_, index) => (
      <li key={index} className={`${rowStyles.row} ${styles.row}`}>
        <Skeleton width="18px" />
        <Skeleton width="70%" />
        <Skeleton width="120px" />
      </li>
    ))}
  </ol>
)
