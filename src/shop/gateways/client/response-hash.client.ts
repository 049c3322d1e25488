export type NextAction = {
  readonly client_secret: string
  readonly gateway_id: string
  readonly order_id: string | number
  readonly order_key: string
}

export const RESPONSE_HASH = '#response='

/** The action in a `#response=…` hash; null if it is another hash, invalid or without a secret. */
export function parseResponseHash(hash: string): NextAction | null {
  if (!hash.startsWith(RESPONSE_HASH)) return null
  try {
    const action = JSON.parse(atob(decodeURIComponent(hash.slice(RESPONSE_HASH.length)))) as Partial<NextAction> | null
    return action?.client_secret ? (action as NextAction) : null
  } catch {
    return null
  }
}

/** Handles a `#response=…` hash at page load and on every change, and removes it from the URL (SCA-01). */
export function onResponseHash(handle: (action: NextAction) => void): void {
  const handleHash = (): void => {
    if (!location.hash.startsWith(RESPONSE_HASH)) return
    const action = parseResponseHash(location.hash)
    history.replaceState(null, '', location.pathname + location.search)
    if (action) handle(action)
  }
  handleHash()
  addEventListener('hashchange', handleHash)
}
