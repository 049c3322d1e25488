import type { ReactNode } from 'react'
import styles from './notices.module.css'

export type Notice = {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: ReactNode
  readonly field?: string
  /** Short version of the message beside the field. */
  readonly fieldText?: string
}
export type NoticeList = readonly Notice[]

/** For a form or link whose nonce is no longer valid. */
export const pageExpired = {
  kind: 'error',
  text: 'This page had been open for too long, so nothing was changed. Please try again.',
} as const satisfies Notice

const classes = { success: 'woocommerce-message', info: 'woocommerce-info' } as const

/** Messages above a page or form. Errors are in one list; the wrapper is rendered even when empty, for scripts to fill. */
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
  /** The alert role is on a wrapper, because on the list itself it would replace the list role. */
  isInAlert?: boolean
}

/** Error list of a form, in the recorded markup: `data-id` names the field. */
export const ErrorList = ({ errors, isInAlert = false }: ErrorListProps) => (
  <ul className={`woocommerce-error ${styles.error}`} {...(isInAlert ? {} : { role: 'alert' })} tabIndex={-1}>
    {errors.map((error, index) => (
      <li key={index} {...(error.field ? { 'data-id': error.field } : {})}>
        {isInAlert && error.field ? <a href={`#${error.field}`}>{error.text}</a> : error.text}
      </li>
    ))}
  </ul>
)
