import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useAdminContext } from './admin-context.tsx'
import type { Option } from './combobox.tsx'
import type { RestClient } from './rest.client.ts'

type Query = Readonly<Record<string, string | number>>
type List = (rest: RestClient, query: Query, signal: AbortSignal) => Promise<readonly Chosen[]>
type Chosen = Option & { readonly badge?: string | undefined }

/** What can be picked; rooms declare theirs. */
export type Entity = {
  /** 'product', for one that is gone. */
  readonly one: string
  readonly placeholder: string
  /** Searches with `search`. */
  readonly find: List
  /** Reads by ids with `include`, also what is not offered any more. */
  readonly read: List
}

export const lister =
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

export const entity = (one: string, placeholder: string, find: List, read: List = find): Entity => ({
  one,
  placeholder,
  find,
  read,
})

export type Named = { readonly id: number; readonly name: string }

const MAX_OPTIONS = 20
/** The largest page of the REST calls. */
const MAX_CHOSEN_NAMES = 100

export function useEntities(of: string, ids: readonly number[]) {
  const { rest, entities } = useAdminContext()
  const kind = entities[of]
  if (!kind) throw new Error(`Nothing declares how ${of} are picked`)
  const { one, placeholder, find, read } = kind
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
