import { type ReactNode, useEffect, useId, useRef } from 'react'
import base from '../../../../platform/admin/dialog.module.css'
import { Icon } from '../../../../platform/ui/icon.tsx'
import styles from './session.module.css'
import { wordPairs } from './word-pairs.ts'

type SessionDialogProps = {
  readonly title: string
  readonly isWide?: boolean
  /** Without it, an answer has to be given. */
  readonly onClose?: () => void
  readonly children: ReactNode
}

const useWords = wordPairs({
  close: ['Close', 'Fermer'],
})

/** A dialog that is open as long as it is rendered. */
export function SessionDialog({ title, isWide = false, onClose, children }: SessionDialogProps) {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${base.dialog} ${styles.dialog} ${isWide ? styles.wide : ''}`}
      aria-labelledby={id}
      // Escape, pressed twice, closes any dialog.
      onClose={() => (onClose ? onClose() : dialog.current?.showModal())}
      onCancel={(event) => {
        if (!onClose) event.preventDefault()
      }}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" className={styles.icon} aria-label={words.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {children}
    </dialog>
  )
}
