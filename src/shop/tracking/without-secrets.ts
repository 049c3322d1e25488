/** Names in an address whose values open something, or name somebody: keys of orders and of reviews, tokens, nonces. */
const secretName = /nonce$|(^|[_-])(key|token|pass|password|secret|hash|signature)$|^(code|login|email|billing_email)$/i
/** Values that give themselves away: an order's key, or what a payment is confirmed with. */
const secretValue = /wc_order_|_secret_/i

/**
 * The address without what could open an order, an account or a payment; the rest stays as it was written. Where a visit
 * began is kept in a cookie and in an order, and is read by people who have no business with such keys.
 */
export function withoutSecrets(address: string): string {
  const [, page = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  return page + openParts('?', query) + openParts('#', fragment)
}

function openParts(sign: '?' | '#', text: string): string {
  if (text === '') return ''
  const parts = text.slice(1).split('&')
  const open = parts.filter((part) => !isSecret(part))
  return open.length > 0 ? sign + open.join('&') : ''
}

function isSecret(part: string): boolean {
  const at = part.indexOf('=')
  return (at !== -1 && secretName.test(decoded(part.slice(0, at)))) || secretValue.test(decoded(part))
}

/** Twice, because an address inside an address is written so. */
const decoded = (text: string): string => decodedOnce(decodedOnce(text))

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
