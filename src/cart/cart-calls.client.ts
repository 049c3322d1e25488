import type { CartAnswer } from './cart-fragments.client.ts'
import { cartSettings } from './cart-settings.client.ts'

/** Longest wait for an answer; after that it counts as lost. */
const MOST_MS = 15_000

export const formBody = (fields: Readonly<Record<string, unknown>>): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isPlain) body.set(name, String(value))
  }
  return body
}

/** POST to `?wc-ajax=name`; null when the answer never came, or is none. */
export async function callCart(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  mostMs = MOST_MS,
): Promise<CartAnswer | null> {
  try {
    const response = await fetch(cartSettings.ajaxUrl(name), {
      method: 'POST',
      body: formBody(fields),
      signal: AbortSignal.timeout(mostMs),
    })
    return response.ok ? ((await response.json()) as CartAnswer) : null
  } catch {
    return null
  }
}
