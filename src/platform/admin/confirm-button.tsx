import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import controls from './controls.module.css'
import styles from './dialog.module.css'
import { ErrorState } from './parts.tsx'

type ConfirmButtonProps = {
  readonly label: string
  readonly question: string
  /** What it means, in a sentence. */
  readonly text: string
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly run: () => Promise<unknown>
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({
  label,
  question,
  text,
  confirmLabel,
  cancelLabel = 'Keep it',
  run,
}: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const action = useMutation({ mutationFn: run, onSuccess: () => dialog.current?.close() })
  return (
    <>
      <button type="button" className={controls.danger} onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-label={question} onClose={() => action.reset()}>
        <h2>{question}</h2>
        <p>{text}</p>
        {action.isError && <ErrorState error={action.error} />}
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={() => dialog.current?.close()}>
            {cancelLabel}
          </button>
          <button type="button" className={controls.danger} disabled={action.isPending} onClick={() => action.mutate()}>
            {action.isPending ? 'One moment …' : confirmLabel}
          </button>
        </div>
      </dialog>
    </>
  )
}
