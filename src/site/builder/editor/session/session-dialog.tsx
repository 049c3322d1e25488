import { type ReactNode, useEffect, useRef } from 'react'
import base from '../../../../platform/admin/dialog.module.css'
import { Button } from '../../../../platform/admin/parts.tsx'
import { defineWords } from '../words.ts'
import type { PageSession, SessionState } from './page-session.ts'
import styles from './session.module.css'

export type DialogProps = { readonly session: PageSession; readonly state: SessionState; readonly onClose: () => void }

type SessionDialogProps = {
  readonly title: string
  readonly isWide?: boolean
  /** Buttons beside the close button. */
  readonly actions?: ReactNode
  readonly closeLabel?: string
  /** If omitted, the user must choose one of the actions. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

const useWords = defineWords({ close: ['Close', 'Fermer'] })

/** A modal dialog that is open while it is mounted. */
export function SessionDialog({ title, isWide, actions, closeLabel, onClose, children }: SessionDialogProps) {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${base.dialog} ${styles.dialog} ${isWide ? styles.wide : ''}`}
      aria-label={title}
      // A second Escape closes any dialog, so it opens again.
      onClose={() => (onClose ? onClose() : dialog.current?.showModal())}
      onCancel={(event) => {
        if (!onClose) event.preventDefault()
      }}
    >
      <h2>{title}</h2>
      {children}
      {onClose && (
        <div className={`${base.buttons} ${styles.foot}`}>
          {actions}
          <Button label={closeLabel ?? words.close} onClick={() => dialog.current?.close()} />
        </div>
      )}
    </dialog>
  )
}
