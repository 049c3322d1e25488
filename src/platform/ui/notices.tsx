import type { ReactNode } from 'react'
import styles from './notices.module.css'

export type Notice = {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: ReactNode
  readonly field?: string
  /** The same said beside the field itself. */
  readonly fieldText?: string
}
export type NoticeList = readonly Notice[]

const classes = { success: 'woocommerce-message', info: 'woocommerce-info' } as const

/** Messages above a page or form. Errors stand in one list; the wrapper is there even when empty, for scripts to fill. */
export function Notices({ notices }: { notices: NoticeList }) {
  const errors = notices.filter((notice) => notice.kind === 'error')
  return (
    <div className="woocommerce-notices-wrapper">
      {errors.length > 0 && (
        <div role="alert">
          <ErrorList errors={errors} isInAlert />
        </div>
      )}
      {notices.map((notice, index) =>
        notice.kind === 'error' ? null : (
          <div
            key={index}
            className={`${classes[notice.kind]} ${styles[notice.kind]}`}
            role={notice.kind === 'success' ? 'alert' : 'status'}
            tabIndex={-1}
          >
            {notice.text}
          </div>
        ),
      )}
    </div>
  )
}

type ErrorListProps = {
  errors: NoticeList
  /** On a page the alert stands around the list: as an alert itself it would be no list to a screen reader. */
  isInAlert?: boolean
}

/** The error list of a form, on the wire as recorded: each item may name its field in `data-id`. */
export function ErrorList({ errors, isInAlert = false }: ErrorListProps) {
  return (
    <ul className={`woocommerce-error ${styles.error}`} {...(isInAlert ? {} : { role: 'alert' })} tabIndex={-1}>
      {errors.map((error, index) => (
        <li key={index} {...(error.field ? { 'data-id': error.field } : {})}>
          {isInAlert && error.field ? <a href={`#${error.field}`}>{error.text}</a> : error.text}
        </li>
      ))}
    </ul>
  )
}
