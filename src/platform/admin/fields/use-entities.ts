import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useAdminContext } from '../admin-context.tsx'
import { awaited } from '../parts.tsx'

const MAX_OPTIONS = 20
/** Maximum page size of the REST calls. */
const MAX_CHOSEN_NAMES = 100

export function useEntities(of: string, ids: readonly number[]) {
  const { rest, entities } = useAdminContext()
  const declared = useQuery({
    queryKey: ['entities'],
    queryFn: entities,
    staleTime: Number.POSITIVE_INFINITY,
    ...awaited,
  }).data
  const kind = declared?.[of]
  if (declared && !kind) throw new Error(`Nothing declares how ${of} are picked`)
  const { one = '', placeholder = '' } = kind ?? {}
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['pick', of, search],
    queryFn: kind
      ? ({ signal }) => kind.find(rest, { per_page: MAX_OPTIONS, ...(search === '' ? {} : { search }) }, signal)
      : skipToken,
  })
  const picked = useQuery({
    queryKey: ['picked', of, ids],
    queryFn:
      kind && ids.length > 0
        ? ({ signal }) =>
            kind.read(rest, { include: ids.slice(0, MAX_CHOSEN_NAMES).join(), per_page: MAX_CHOSEN_NAMES }, signal)
        : skipToken,
    placeholderData: keepPreviousData,
    ...awaited,
  })
  const optionById = new Map([...(found.data ?? []), ...(picked.data ?? [])].map((option) => [option.id, option]))
  const areRead = picked.isSuccess && !picked.isPlaceholderData
  // Results for another text are not offered, because Enter would pick the first of them.
  const options = search === text.trim() ? found.data?.filter(({ id }) => !ids.includes(id)) : undefined
  const textOf = (id: number, index: number) =>
    optionById.get(id)?.label ?? (areRead && index < MAX_CHOSEN_NAMES ? `Deleted ${one} (${id})` : `… (${id})`)
  return {
    chips: ids.map((id, index) => ({ key: `${id}`, text: textOf(id, index), badge: optionById.get(id)?.badge })),
    search: { placeholder, text, onText: setText, options },
  }
}
