/** A request was sent but its result is unknown: no response arrived, or the shop lost its database connection. */
export class NoResponseError extends Error {
  /** The shop's own message, as markup. */
  readonly html: string | undefined

  constructor(html?: string) {
    super('no answer')
    this.html = html
  }
}

/** From a proxy that could not reach the shop, and from the shop when it cannot reach the database. */
const gatewayErrorStatuses = new Set([502, 503, 504])

/** Posts fields and parses the JSON object in the response. `firstKey` is its first key. */
export async function postForm<Body>(url: string, fields: Record<string, string>, firstKey = 'result'): Promise<Body> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => {
    throw new NoResponseError()
  })
  const text = await response.text().catch(() => {
    throw new NoResponseError()
  })
  if (gatewayErrorStatuses.has(response.status)) throw new NoResponseError(messagesIn(text))
  // Strips text that a server or proxy adds around the JSON, as WooCommerce scripts do.
  const start = text.indexOf(`{"${firstKey}"`)
  return JSON.parse(start > 0 ? text.slice(start, text.lastIndexOf('}') + 1) : text) as Body
}

function messagesIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { messages?: string }).messages
  } catch {
    return undefined
  }
}

/** The message for an unknown error, worded as in WooCommerce (shop.md §8). */
export const unknownError = (): string =>
  (window as { wc_checkout_params?: { i18n_checkout_error: string } }).wc_checkout_params?.i18n_checkout_error ??
  'There was an error processing your order. Please try again.'
