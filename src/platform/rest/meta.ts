import { z } from 'zod'

/** A custom field in WooCommerce's `meta_data`; the id is unique within its item. */
export type Meta = { readonly id: number; readonly key: string; readonly value: unknown }
/** Custom fields in a request. */
export const sentMeta = z
  .array(z.object({ id: z.int().min(0).optional(), key: z.string().max(255).optional(), value: z.unknown() }))
  .max(500)
  .optional()

type SentMeta = { readonly id?: number | undefined; readonly key?: string | undefined; readonly value?: unknown }

export type MetaFilter = { readonly include_meta?: readonly string[]; readonly exclude_meta?: readonly string[] }

/** The requested fields; as in WooCommerce, `include_meta` takes precedence over `exclude_meta`. */
export const selectMeta = <T extends { readonly key: string }>(
  all: readonly T[],
  { include_meta: wanted = [], exclude_meta: unwanted = [] }: MetaFilter,
): readonly T[] => all.filter(({ key }) => (wanted.length > 0 ? wanted.includes(key) : !unwanted.includes(key)))

/** Numbers and booleans are stored as text, as in WordPress. */
const stored = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'number' ? String(value) : value
}

/**
 * Applies sent custom fields: by id, else to the first with that key; null deletes, and unknown ones are added. Keys of
 * internal fields are ignored, because these have their own properties.
 */
export function mergeMeta(
  before: readonly Meta[],
  sent: readonly SentMeta[],
  isInternal: (key: string) => boolean,
): readonly Meta[] {
  let fields = before
  for (const { id, key = '', value } of sent) {
    const match = fields.find((field) => field.id === id) ?? fields.find((field) => !id && field.key === key)
    const name = key === '' ? (match?.key ?? '') : key
    if (name === '' || isInternal(name)) continue
    if (value === null || value === undefined) fields = fields.filter((field) => field !== match)
    else if (match)
      fields = fields.map((field) => (field === match ? { id: match.id, key: name, value: stored(value) } : field))
    else
      fields = [...fields, { id: Math.max(0, ...fields.map((field) => field.id)) + 1, key: name, value: stored(value) }]
  }
  return fields
}
