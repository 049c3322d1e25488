import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { hrefs, paths } from '../web/routes.ts'
import { useAdminContext } from './admin-context.tsx'
import type { Option } from './combobox.tsx'
import { plainText } from './plain-text.client.ts'
import type { RestClient } from './rest.client.ts'

type Query = Readonly<Record<string, string | number>>
type List = (rest: RestClient, query: Query, signal: AbortSignal) => Promise<readonly Chosen[]>
type Chosen = Option & { readonly badge?: string | undefined }

/** What can be picked. */
type Entity = {
  /** 'product', for one that is gone. */
  readonly one: string
  readonly placeholder: string
  /** Searches with `search`. */
  readonly find: List
  /** Reads by ids with `include`, also what is not offered any more. */
  readonly read: List
}

const lister =
  <Item extends { readonly id: number }>(
    path: string,
    always: Query,
    optionOf: (item: Item) => Omit<Chosen, 'id'>,
  ): List =>
  async (rest, query, signal) => {
    const params = new URLSearchParams(
      Object.entries({ ...always, ...query }).map(([name, value]) => [name, `${value}`]),
    )
    const items = await rest.get<Item[]>(`${path}?${params}`, signal)
    return items.map((item) => ({ id: item.id, ...optionOf(item) }))
  }

const entity = (one: string, placeholder: string, find: List, read: List = find): Entity => ({
  one,
  placeholder,
  find,
  read,
})

type Named = { readonly id: number; readonly name: string }

const statusBadges: Readonly<Record<string, string>> = {
  draft: 'Draft',
  pending: 'Waiting for review',
  future: 'Scheduled',
  private: 'Private',
  trash: 'In the trash',
}

const entities = {
  products: entity(
    'product',
    'Search products by name or SKU',
    lister<Named & { readonly sku: string }>(
      hrefs.storeApi('/products'),
      { catalog_visibility: 'any' },
      ({ name, sku }) => ({ label: plainText(name), detail: sku }),
    ),
    lister<Named & { readonly status: string }>(paths.restProductNames, {}, ({ name, status }) => ({
      label: name,
      badge: statusBadges[status],
    })),
  ),
  categories: entity(
    'category',
    'Search categories',
    lister<Named & { readonly count: number }>(
      hrefs.storeApi('/products/categories'),
      { hide_empty: 'false' },
      ({ name, count }) => ({ label: plainText(name), detail: `${count} products` }),
    ),
  ),
  postCategories: entity(
    'category',
    'Search categories of posts',
    lister<Named & { readonly count: number }>(paths.restCategories, {}, ({ name, count }) => ({
      label: name,
      detail: `${count} posts`,
    })),
  ),
  postTags: entity(
    'tag',
    'Search tags of posts',
    lister<Named & { readonly count: number }>(paths.restPostTags, {}, ({ name, count }) => ({
      label: name,
      detail: `${count} posts`,
    })),
  ),
  customers: entity(
    'customer',
    'Search customers by name or email',
    lister<{ readonly id: number; readonly email: string; readonly first_name: string; readonly last_name: string }>(
      paths.restCustomers,
      { role: 'all' },
      ({ first_name, last_name, email }) => ({ label: `${first_name} ${last_name}`.trim() || email, detail: email }),
    ),
  ),
  people: entity(
    'person',
    'Search people by name or email',
    lister<Named & { readonly email: string }>(paths.restUsers, { context: 'edit' }, ({ name, email }) => ({
      label: name || email,
      detail: email,
    })),
  ),
  coupons: entity(
    'coupon',
    'Search coupons by code',
    lister<{ readonly id: number; readonly code: string; readonly description: string }>(
      paths.restCoupons,
      {},
      ({ code, description }) => ({ label: code, detail: description }),
    ),
  ),
}

const MAX_OPTIONS = 20
/** The largest page of the REST calls. */
const MAX_CHOSEN_NAMES = 100

export type EntityName = keyof typeof entities

/** Search for entities of a kind, and the names of those with these ids. */
export function useEntities(of: EntityName, ids: readonly number[]) {
  const { rest } = useAdminContext()
  const { one, placeholder, find, read } = entities[of]
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['pick', of, search],
    queryFn: ({ signal }) => find(rest, { per_page: MAX_OPTIONS, ...(search === '' ? {} : { search }) }, signal),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: ['picked', of, ids],
    queryFn: ({ signal }) =>
      read(rest, { include: ids.slice(0, MAX_CHOSEN_NAMES).join(), per_page: MAX_CHOSEN_NAMES }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const known = new Map([...(found.data ?? []), ...(chosen.data ?? [])].map((option) => [option.id, option]))
  const areRead = chosen.isSuccess && !chosen.isPlaceholderData
  const textOf = (id: number, index: number) =>
    known.get(id)?.label ?? (areRead && index < MAX_CHOSEN_NAMES ? `Deleted ${one} (${id})` : `… (${id})`)
  return {
    chips: ids.map((id, index) => ({ key: `${id}`, text: textOf(id, index), badge: known.get(id)?.badge })),
    search: { placeholder, text, onText: setText, options: found.data?.filter((option) => !ids.includes(option.id)) },
  }
}
