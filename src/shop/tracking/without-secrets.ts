import { decodedUri } from '../../platform/decoded-uri.ts'

/** Names of query parameters that grant access or identify a person: order and review keys, tokens, nonces. */
const secretName = /nonce$|(^|[_-])(key|token|pass|password|secret|hash|signature)$|^(code|login|email|billing_email)$/i
/** Values that are secrets under any name: order keys and payment client secrets. */
const secretValue = /wc_order_|_secret_/i

/** The entry URL of a visit is stored in a cookie and in the order, where staff can read it. */
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

/** Twice, because a URL inside a URL is encoded twice. */
const decoded = (text: string): string => decodedUri(decodedUri(text))
