/** The request went out, and nobody knows what became of it: nothing came back, or the shop lost touch with its own records. */
export class NoResponseError extends Error {
  /** What the shop itself says about it, as markup. */
  readonly html: string | undefined

  constructor(html?: string) {
    super('no answer')
    this.html = html
  }
}

/** Of a proxy that did not reach the shop, and of a shop that did not reach its database. */
const gatewayErrorStatuses = new Set([502, 503, 504])

/** Sends fields and reads the answer, an object of JSON. `firstKey` is the name it begins with. */
export async function postForm<Body>(url: string, fields: Record<string, string>, firstKey = 'result'): Promise<Body> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).catch(() => {
    throw new NoResponseError()
  })
  const text = await response.text().catch(() => {
    throw new NoResponseError()
  })
  if (gatewayErrorStatuses.has(response.status)) throw new NoResponseError(messagesIn(text))
  // What a server or a proxy adds around the answer is cut off, as such shops' scripts do.
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

/** What is said when nobody knows what went wrong: the platform's own words (shop.md §8). */
export const unknownError = (): string =>
  (window as { wc_checkout_params?: { i18n_checkout_error: string } }).wc_checkout_params?.i18n_checkout_error ??
  'There was an error processing your order. Please try again.'
