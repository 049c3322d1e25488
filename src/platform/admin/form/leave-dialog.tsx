import type { useBlocker } from 'react-router'
import dialog from '../dialog.module.css'
import { Button } from '../parts.tsx'

export type LeaveDialogProps = { readonly blocker: Extract<ReturnType<typeof useBlocker>, { state: 'blocked' }> }

/** Asks before leaving unsaved changes. */
export function LeaveDialog({ blocker }: LeaveDialogProps) {
  return (
    <dialog
      ref={(element) => element?.showModal()}
      className={dialog.dialog}
      aria-labelledby="unsaved-title"
      onCancel={() => blocker.reset()}
    >
      <h2 id="unsaved-title">Leave without saving?</h2>
      <p>Your changes on this screen would be lost.</p>
      <div className={dialog.buttons}>
        <Button label="Stay here" kind="primary" onClick={() => blocker.reset()} />
        <Button label="Leave" onClick={() => blocker.proceed()} />
      </div>
    </dialog>
  )
}
