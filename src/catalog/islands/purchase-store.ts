import { useSyncExternalStore } from 'react'

/** What the add bar needs to know of the form above it. One product is bought on a page, so one store is enough. */
export type PurchaseState = {
  /** Price markup of the chosen variation; null while the product's own price counts. */
  readonly priceHtml: string | null
  readonly isReady: boolean
  /** Does what the form's button does. */
  readonly add: ((button: HTMLElement) => void) | null
}

const atRest: PurchaseState = { priceHtml: null, isReady: true, add: null }
let state = atRest
const listeners = new Set<() => void>()

export function setPurchase(next: PurchaseState): void {
  state = next
  for (const listener of listeners) listener()
}

export const usePurchase = (): PurchaseState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
    () => atRest,
  )
