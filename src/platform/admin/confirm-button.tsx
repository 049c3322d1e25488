import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import styles from './dialog.module.css'
import { Button, ErrorState } from './parts.tsx'

type Confirmation = {
  readonly question: string
  readonly text: string
  readonly confirmLabel: string
  readonly cancelLabel?: string
  readonly run: () => Promise<unknown>
}

/** Confirms an irreversible action; open it by `showModal` of its dialog. Repeated clicks run the action once. */
export function ConfirmDialog(props: Confirmation & { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  const { dialog, question, text, confirmLabel, cancelLabel = 'Keep it', run } = props
  const isRunning = useRef(false)
  const action = useMutation({
    mutationFn: run,
    onSuccess: () => dialog.current?.close(),
    onSettled: () => {
      isRunning.current = false
    },
  })
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={question} onClose={() => action.reset()}>
      <h2>{question}</h2>
      <p>{text}</p>
      {action.isError && <ErrorState error={action.error} />}
      <div className={styles.buttons}>
        <Button label={cancelLabel} onClick={() => dialog.current?.close()} />
        <Button
          label={confirmLabel}
          kind="danger"
          isBusy={action.isPending}
          onClick={({ detail }) => {
            // The second click of a double click that opened the dialog must not confirm it.
            if (detail > 1 || isRunning.current) return
            isRunning.current = true
            action.mutate()
          }}
        />
      </div>
    </dialog>
  )
}

export function ConfirmButton({ label, ...confirmation }: Confirmation & { readonly label: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <Button label={label} kind="danger" onClick={() => dialog.current?.showModal()} />
      <ConfirmDialog dialog={dialog} {...confirmation} />
    </>
  )
}
