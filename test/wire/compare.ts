/** Meaningful differences between a recorded response and ours. */

export type Difference = { readonly where: string; readonly recorded: unknown; readonly ours: unknown }

/**
 * Paths where only the type of a value is compared: URLs and ids of pictures, HTML and texts of this shop, and keys and
 * numbers that every shop generates.
 */
const typeOnlyPaths: readonly RegExp[] = [
  /\.(images\[\d+\]|product_image)\.(id|src|thumbnail|srcset|sizes|thumbnail_srcset|thumbnail_sizes|name|alt)$/,
  /\.(price_html|description|order_key|order_number|order_id|redirect_url|redirect)$/,
  /\.payment_details\[1\]\.value$/,
  /\.headers\.(Nonce|Nonce-Timestamp|Cart-Token|Cart-Hash)$/,
]

type Rules = { readonly isCut: boolean }

/**
 * Compares names, types and values. If the recording was truncated, only its remaining part has to be in our response.
 */
export function compareBodies(recorded: unknown, ours: unknown, { isCut }: Rules): Difference[] {
  const differences: Difference[] = []
  const addDifference = (where: string, one: unknown, other: unknown) =>
    differences.push({ where, recorded: one, ours: other })

  const walk = (where: string, one: unknown, other: unknown): void => {
    if (typeof one === 'string' && /^\[.* left out\]$/.test(one)) {
      if (kindOf(other) !== 'object') addDifference(where, one, kindOf(other))
      return
    }
    if (kindOf(one) !== kindOf(other)) return void addDifference(where, shortened(one), shortened(other))
    if (Array.isArray(one) && Array.isArray(other)) return lists(where, one, other)
    if (isRecord(one) && isRecord(other)) return records(where, one, other)
    if (one !== other && !typeOnlyPaths.some((pattern) => pattern.test(where))) addDifference(where, one, other)
  }

  const lists = (where: string, one: readonly unknown[], other: readonly unknown[]): void => {
    const isSame = one.length === other.length || (isCut && one.length < other.length)
    if (!isSame && !where.endsWith('.images')) addDifference(`${where}.length`, one.length, other.length)
    for (const [index, item] of one.entries()) {
      if (index < other.length) walk(`${where}[${index}]`, item, other[index])
    }
  }

  const records = (where: string, one: Record<string, unknown>, other: Record<string, unknown>): void => {
    for (const name of Object.keys(one)) {
      if (name in other) walk(`${where}.${name}`, one[name], other[name])
      else addDifference(`${where}.${name}`, shortened(one[name]), undefined)
    }
    if (isCut) return
    for (const name of Object.keys(other))
      if (!(name in one)) addDifference(`${where}.${name}`, undefined, shortened(other[name]))
  }

  walk('body', recorded, ours)
  return differences
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)

const isRecord = (value: unknown): value is Record<string, unknown> => kindOf(value) === 'object'

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 160 ? `${text.slice(0, 160)}…` : value
}

/** Headers whose values are compared. */
const sameValue = [
  'content-type',
  'cache-control',
  'expires',
  'allow',
  'user-id',
  'vary',
  'x-robots-tag',
  'x-content-type-options',
  'x-wp-total',
  'x-wp-totalpages',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
]
/** Headers whose presence is compared; their values differ between shops. */
const samePresence = ['nonce', 'nonce-timestamp', 'cart-token', 'last-modified']

export type HeaderList = readonly (readonly [name: string, value: string])[]

/**
 * Compares the meaningful headers. For cookies, it compares the names that are set and deleted; it ignores the cookie
 * with the cart's hash, because the recorded shop sent it late, only sometimes, or with an outdated value.
 */
export function compareHeaders(recorded: HeaderList, ours: Headers): Difference[] {
  const value = (name: string) => recorded.find(([one]) => one.toLowerCase() === name)?.[1]
  const differences = [
    ...sameValue.map((name) => ({ where: `header ${name}`, recorded: value(name), ours: ours.get(name) ?? undefined })),
    ...samePresence.map((name) => ({
      where: `header ${name}`,
      recorded: value(name) === undefined ? 'absent' : 'present',
      ours: ours.has(name) ? 'present' : 'absent',
    })),
    { where: 'header cart-hash', recorded: filled(value('cart-hash')), ours: filled(ours.get('cart-hash')) },
    { where: 'header link', recorded: relations(value('link')), ours: relations(ours.get('link')) },
    {
      where: 'header set-cookie',
      recorded: cookieNames(
        recorded.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, cookie]) => cookie),
      ),
      ours: cookieNames(ours.getSetCookie()),
    },
  ]
  return differences.filter((one) => one.recorded !== one.ours)
}

const filled = (value: string | null | undefined): string =>
  value === undefined || value === null ? 'absent' : value === '' ? 'empty' : 'filled'

const relations = (link: string | null | undefined): string =>
  [...(link ?? '').matchAll(/rel="([^"]+)"/g)].map(([, relation]) => relation).join(' ')

function cookieNames(cookies: readonly string[]): string {
  return cookies
    .map((cookie) => {
      const name = cookie.slice(0, cookie.indexOf('=')).replace(/_[0-9a-f]{32}$/, '')
      return /max-age=0/i.test(cookie) ? `${name} (taken away)` : name
    })
    .filter((name) => !name.startsWith('woocommerce_cart_hash'))
    .toSorted()
    .join(', ')
}
