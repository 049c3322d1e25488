import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useAdminContext } from '../admin-context.tsx'
import type { Entity } from '../entity.ts'

const MAX_OPTIONS = 20
/** The largest page of the REST calls. */
const MAX_CHOSEN_NAMES = 100

/** What is picked by its name in the back office, or as it is declared where it is picked. */
export function useEntities(of: string | Entity, ids: readonly number[]) {
  const { rest, entities } = useAdminContext()
  const kind = typeof of === 'string' ? entities[of] : of
  if (!kind) throw new Error('Nothing declares how these are picked')
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
