import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import styles from '../dialog.module.css'
import { Button } from '../parts.tsx'

/** Asks before a screen with unsaved changes is left, unless it is being saved and the save is not refused. */
export function useUnsavedChanges(hasChanges: boolean, isSaving: boolean) {
  const isGuarded = useRef(false)
  useEffect(() => {
    isGuarded.current = hasChanges && !isSaving
  }, [hasChanges, isSaving])
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasChanges])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isGuarded.current && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    blocker.state === 'blocked' && (
      <dialog
        ref={(dialog) => dialog?.showModal()}
        className={styles.dialog}
        aria-labelledby="unsaved-title"
        onCancel={() => blocker.reset()}
      >
        <h2 id="unsaved-title">Leave without saving?</h2>
        <p>Your changes on this screen would be lost.</p>
        <div className={styles.buttons}>
          <Button label="Stay here" kind="primary" onClick={() => blocker.reset()} />
          <Button label="Leave" onClick={() => blocker.proceed()} />
        </div>
      </dialog>
    )
  )
}
