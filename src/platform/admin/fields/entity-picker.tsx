import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { hrefs, paths } from '../../web/routes.ts'
import { useAdminContext } from '../admin-context.tsx'
import { Combobox, type Option } from '../combobox.tsx'
import type { RestClient } from '../rest.client.ts'
import { Chips } from './chips.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from './field.tsx'

type Query = Readonly<Record<string, string | number>>

/** What can be picked: a collection that is searched with `search` and read by ids with `include`. */
type Entity = {
  readonly placeholder: string
  readonly list: (rest: RestClient, query: Query, signal: AbortSignal) => Promise<readonly Option[]>
}

const entity = <Item extends { readonly id: number }>(
  placeholder: string,
  path: string,
  always: Query,
  optionOf: (item: Item) => Omit<Option, 'id'>,
): Entity => ({
  placeholder,
  list: async (rest, query, signal) => {
    const params = new URLSearchParams(
      Object.entries({ ...always, ...query }).map(([name, value]) => [name, `${value}`]),
    )
    const items = await rest.get<Item[]>(`${path}?${params}`, signal)
    return items.map((item) => ({ id: item.id, ...optionOf(item) }))
  },
})

/** The Store API writes names as HTML text. */
const plain = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent

type Named = { readonly id: number; readonly name: string }

const entities = {
  products: entity<Named & { readonly sku: string }>(
    'Search products by name or SKU',
    hrefs.storeApi('/products'),
    { catalog_visibility: 'any' },
    ({ name, sku }) => ({ label: plain(name), detail: sku }),
  ),
  categories: entity<Named & { readonly count: number }>(
    'Search categories',
    hrefs.storeApi('/products/categories'),
    { hide_empty: 'false' },
    ({ name, count }) => ({ label: plain(name), detail: `${count} products` }),
  ),
  coupons: entity<{ readonly id: number; readonly code: string; readonly description: string }>(
    'Search coupons by code',
    paths.restCoupons,
    {},
    ({ code, description }) => ({ label: code, detail: description }),
  ),
}

const MAX_OPTIONS = 20
/** The largest page of the REST calls. */
const MAX_CHOSEN_NAMES = 100

type EntityPickerProps = FieldProps & { readonly of: keyof typeof entities }

/** Picks items of a kind by name. The value is the list of their ids. */
export function EntityPicker({ of, ...field }: EntityPickerProps) {
  const { name, label } = field
  const { rest } = useAdminContext()
  const { placeholder, list } = entities[of]
  const { value: ids, onChange } = useFieldValue<readonly number[]>(name)
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['pick', of, search],
    queryFn: ({ signal }) => list(rest, { per_page: MAX_OPTIONS, ...(search === '' ? {} : { search }) }, signal),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: ['picked', of, ids],
    queryFn: ({ signal }) =>
      list(rest, { include: ids.slice(0, MAX_CHOSEN_NAMES).join(), per_page: MAX_CHOSEN_NAMES }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const names = new Map([...(found.data ?? []), ...(chosen.data ?? [])].map((option) => [option.id, option.label]))
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips
            label={label}
            chips={ids.map((id) => ({ key: String(id), text: names.get(id) ?? `Number ${id}` }))}
            onRemove={(index) => onChange(ids.toSpliced(index, 1))}
          />
          <Combobox
            control={control}
            placeholder={placeholder}
            text={text}
            onText={setText}
            options={found.data?.filter((option) => !ids.includes(option.id))}
            onPick={(option) => onChange([...ids, option.id])}
            onBackspace={() => onChange(ids.slice(0, -1))}
          />
        </>
      )}
    </FieldFrame>
  )
}
