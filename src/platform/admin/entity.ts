import type { Option } from './combobox.tsx'
import type { RestClient } from './rest.client.ts'

type Query = Readonly<Record<string, string | number>>
type List = (rest: RestClient, query: Query, signal: AbortSignal) => Promise<readonly EntityOption[]>
type EntityOption = Option & { readonly badge?: string | undefined }

/** Something that can be picked in a field, such as a product. Each room declares its own. */
export type Entity = {
  /** Singular, as in 'product', to name a deleted one. */
  readonly one: string
  readonly placeholder: string
  /** List of search results for `search`. */
  readonly find: List
  /** List of items by `include`, also those that search no longer finds. */
  readonly read: List
}

export const lister =
  <Item extends { readonly id: number }>(
    path: string,
    always: Query,
    optionOf: (item: Item) => Omit<EntityOption, 'id'>,
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
