import { useEffect } from 'react'

type Place = { readonly pathname: string; readonly search: string }

const addressOf = ({ pathname, search }: Place): string => pathname + search
/** For changes that stay when the query changes, such as another page of a list. */
export const pathOf = ({ pathname }: Place): string => pathname

/** For each component with changes that would be lost: from which part of the address. */
const unsaved = new Set<{ readonly placeOf: (place: Place) => string }>()

/** Warns before the tab is closed and, unless they are being saved, before navigation with unsaved changes. */
export function useUnsavedChanges(hasChanges: boolean, isSaving = false, placeOf = addressOf): void {
  const isGuarded = hasChanges && !isSaving
  useEffect(() => {
    if (!isGuarded) return
    const changes = { placeOf }
    unsaved.add(changes)
    return () => {
      unsaved.delete(changes)
    }
  }, [isGuarded, placeOf])
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasChanges])
}

export const wouldLoseChanges = (from: Place, to: Place): boolean =>
  [...unsaved].some(({ placeOf }) => placeOf(from) !== placeOf(to))

/** Whether something on this screen has changes that mounting it again would lose. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0
