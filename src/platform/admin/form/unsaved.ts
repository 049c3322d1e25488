import { useEffect } from 'react'

const holders = new Set<symbol>()

/** Whether a component outside of the form has unsaved changes. */
export const isUnsavedElsewhere = (): boolean => holders.size > 0

/** For components that save separately from the form, which then also warns about their changes. */
export function useUnsavedElsewhere(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const holder = Symbol('unsaved')
    holders.add(holder)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      holders.delete(holder)
      removeEventListener('beforeunload', ask)
    }
  }, [hasChanges])
}
