import { useEffect } from 'react'

const holders = new Set<symbol>()

/** Whether something beside the form of a screen would be lost. */
export const isUnsavedElsewhere = (): boolean => holders.size > 0

/** For what saves by itself on the screen of a form, which asks before it is left. */
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
