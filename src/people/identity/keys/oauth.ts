import { createHmac } from 'node:crypto'

export type Pair = readonly [name: string, value: string]

const names = [
  'oauth_consumer_key',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
] as const
export type OAuthParams = Readonly<Record<(typeof names)[number], string>>

export function pairsOfHeader(header: string): Pair[] {
  if (!/^OAuth\s/i.test(header)) return []
  try {
    // A name is tried from its beginning only, not from each of its letters.
    return [...header.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)]
      .map(([, name = '', value = '']) => [name, decodeURIComponent(value)] as const)
      .filter(([name]) => name !== 'realm')
  } catch {
    return []
  }
}

export function oauthParams(pairs: readonly Pair[]): OAuthParams | { readonly missing: readonly string[] } | null {
  const valuesOf = (name: string) => pairs.filter(([one, value]) => one === name && value !== '')
  const missing = names.filter((name) => valuesOf(name).length !== 1)
  if (missing.length === 0)
    return Object.fromEntries(names.map((name) => [name, valuesOf(name)[0]?.[1]])) as OAuthParams
  return names.some((name) => valuesOf(name).length > 0) ? { missing } : null
}

const algorithms: Readonly<Record<string, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' }

export function oauthSignature(
  request: { readonly method: string; readonly url: string; readonly pairs: readonly Pair[] },
  signatureMethod: string,
  consumerSecret: string,
): string | null {
  const algorithm = Object.hasOwn(algorithms, signatureMethod) ? algorithms[signatureMethod] : undefined
  if (algorithm === undefined) return null
  const parameters = request.pairs
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .toSorted(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map((pair) => pair.join('='))
  // Clients repeat parameters of the URL beside the signature; PHP, and so WooCommerce, reads them once.
  const unique = [...new Set(parameters)]
  const base = [request.method.toUpperCase(), request.url, unique.join('&')].map(percentEncode).join('&')
  return createHmac(algorithm, `${percentEncode(consumerSecret)}&`)
    .update(base)
    .digest('base64')
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
