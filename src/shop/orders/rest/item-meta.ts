import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { addError } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { isRestError, type RestError } from '../../../platform/rest/response.ts'
import type { ItemMetaChange, SentMeta } from '../order-meta.ts'
import type { OrderJson } from './order-json.ts'

const MAX_KEY_LENGTH = 255
const MAX_VALUE_LENGTH = 20_000

export const metaEntry = z.object({
  id: z.int().min(0).optional(),
  key: z.string().max(MAX_KEY_LENGTH).optional(),
  value: z.unknown().superRefine((value, context) => {
    if (value === undefined) addError(context, '{name} is missing; null deletes.')
    else if (JSON.stringify(value).length > MAX_VALUE_LENGTH)
      addError(context, `{name} takes at most ${MAX_VALUE_LENGTH} characters.`)
  }),
})

type Entry = z.output<typeof metaEntry>
export type StoredMeta = readonly { readonly id: number; readonly key: string; readonly value: unknown }[]

/** Sent entries with their keys; one that names a known entry by its id may leave out the key. */
export const sentMeta = (meta: readonly Entry[] | undefined, known: StoredMeta) =>
  meta?.map(({ id, key, value }) => ({ id, value, key: key ?? known.find((one) => one.id === id)?.key ?? '' }))

const parts = [
  ['line_items', 'lines'],
  ['shipping_lines', 'shippingLines'],
  ['fee_lines', 'fees'],
] as const

type SentItem = { readonly id?: number | undefined; readonly meta_data?: readonly Entry[] | undefined }
type SentItems = Partial<Readonly<Record<(typeof parts)[number][0], readonly SentItem[] | undefined>>>

/** Changes to the metadata of items that the order has. Entries of new items are checked, too. */
export function parseItemMeta(sent: SentItems, current: OrderJson | null): readonly ItemMetaChange[] | RestError {
  const changes = parts.flatMap(([field, part]) =>
    (sent[field] ?? []).map((item, index): ItemMetaChange | RestError => {
      const position = current?.[field].findIndex((one) => one.id === item.id) ?? -1
      const stored = current?.[field][position]?.meta_data ?? []
      const id = (part === 'fees' ? position : item.id) ?? 0
      const entries = sentMeta(item.meta_data, stored) ?? []
      const refusal = (text: string) => invalidFields({ [field]: `${field}[${index}][meta_data] ${text}` })
      if (entries.some(({ key }) => key === '')) return refusal('needs a key for each new entry.')
      const isSame = ({ key, value }: SentMeta) =>
        stored.some((one) => one.key === key && isDeepStrictEqual(one.value, value))
      const changed = entries.filter((entry) => !isSame(entry))
      // What was chosen of the product: only its label differs from its key.
      const chosen = stored.filter((one) => 'display_key' in one && one.display_key !== one.key)
      if (changed.some((one) => chosen.some((other) => other.id === one.id || other.key === one.key)))
        return refusal('names what was chosen of the product: remove the line and add another one.')
      return { part, id, sent: current && item.id ? changed : [] }
    }),
  )
  const refused = changes.find(isRestError)
  return refused ?? changes.flatMap((one) => (isRestError(one) || one.sent.length === 0 ? [] : one))
}
