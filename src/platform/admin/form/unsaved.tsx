import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import dialog from '../dialog.module.css'
import { Button } from '../parts.tsx'

const holders = new Set<object>()

/** For components that save separately from the form, which then also warns about their changes. */
export function useUnsavedElsewhere(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const holder = {}
    holders.add(holder)
    return () => {
      holders.delete(holder)
    }
  }, [hasChanges])
  useCloseWarning(hasChanges)
}

/** Lets the browser ask before the tab is closed or reloaded. */
function useCloseWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasChanges])
}

const addressOf = ({ pathname, search }: { pathname: string; search: string }): string => pathname + search

/** Warns before navigation with unsaved changes, unless they are being saved and the save succeeds. */
export function useUnsavedChanges(hasChanges: boolean, isSaving: boolean, placeOf = addressOf) {
  const isGuarded = useRef(false)
  useEffect(() => {
    isGuarded.current = hasChanges && !isSaving
  }, [hasChanges, isSaving])
  useCloseWarning(hasChanges)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isGuarded.current || holders.size > 0) && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  return (
    blocker.state === 'blocked' && (
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
  )
}
