import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { Combobox } from '../../../../platform/admin/combobox.tsx'
import { Chips } from '../../../../platform/admin/fields/chips.tsx'
import { FieldFrame, type FieldProps, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { plainText } from '../../../../platform/admin/plain-text.client.ts'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'

type Query = Readonly<Record<string, string>>

/** `findsSlugs`: the call finds items by their addresses; without it the list is short enough to be read whole. */
const kinds = {
  products: {
    placeholder: 'Search products by name or SKU',
    path: hrefs.storeApi('/products'),
    always: { catalog_visibility: 'any' },
    findsSlugs: true,
  },
  categories: {
    placeholder: 'Search categories',
    path: hrefs.storeApi('/products/categories'),
    always: { hide_empty: 'false' },
    findsSlugs: false,
  },
  posts: {
    placeholder: 'Search posts',
    path: paths.restPosts,
    always: { _fields: 'id,slug,title', status: 'publish' },
    findsSlugs: true,
  },
} as const

type Kind = (typeof kinds)[keyof typeof kinds]

/** Posts have a title, everything else a name. */
type Item = { id: number; slug: string; name?: string; title?: { rendered: string } }

async function read(rest: RestClient, { path, always }: Kind, query: Query, signal: AbortSignal) {
  const items = await rest.get<Item[]>(`${path}?${new URLSearchParams({ ...always, ...query })}`, signal)
  return items.map(({ id, slug, name, title }) => ({ id, slug, label: plainText(name ?? title?.rendered ?? '') }))
}

const MAX_OPTIONS = 20

type SlugPickerProps = FieldProps & {
  readonly of: keyof typeof kinds
  /** More are not offered. */
  readonly max: number
}

/** Picks items by name that are stored by the last part of their address. The value is the list of these parts. */
export function SlugPicker({ of, max, ...field }: SlugPickerProps) {
  const { value, onChange } = useFieldValue<readonly string[]>(field.name)
  return <Slugs of={of} max={max} field={field} slugs={value} onChange={onChange} />
}

/** The same for one item. The value is its part of the address, '' for none. */
export function OneSlugPicker({ of, ...field }: Omit<SlugPickerProps, 'max'>) {
  const { value, onChange } = useFieldValue<string>(field.name)
  return (
    <Slugs
      of={of}
      field={field}
      max={1}
      slugs={value === '' ? [] : [value]}
      onChange={([slug = '']) => onChange(slug)}
    />
  )
}

type SlugsProps = Pick<SlugPickerProps, 'of' | 'max'> & {
  readonly field: FieldProps
  readonly slugs: readonly string[]
  readonly onChange: (slugs: readonly string[]) => void
}

function Slugs({ of, max, field, slugs, onChange }: SlugsProps) {
  const { rest } = useAdminContext()
  const kind = kinds[of]
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useQuery({
    queryKey: ['pick by address', of, search],
    queryFn: ({ signal }) =>
      read(rest, kind, { per_page: `${MAX_OPTIONS}`, ...(search === '' ? {} : { search }) }, signal),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: ['picked by address', of, kind.findsSlugs && slugs],
    queryFn: ({ signal }) =>
      read(rest, kind, { per_page: '100', ...(kind.findsSlugs ? { slug: slugs.join() } : {}) }, signal),
    enabled: slugs.length > 0,
    placeholderData: keepPreviousData,
  })
  const labels = new Map([...(found.data ?? []), ...(chosen.data ?? [])].map(({ slug, label }) => [slug, label]))
  const isRead = chosen.isSuccess && !chosen.isPlaceholderData
  const chips = slugs.map((slug) => ({
    key: slug,
    text: labels.get(slug) ?? slug,
    badge: isRead && !labels.has(slug) ? 'Not shown' : undefined,
  }))
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Chips label={field.label} chips={chips} onRemove={(index) => onChange(slugs.toSpliced(index, 1))} />
          {slugs.length < max ? (
            <Combobox
              control={control}
              placeholder={kind.placeholder}
              text={text}
              onText={setText}
              options={found.data?.filter(({ slug }) => !slugs.includes(slug))}
              onPick={({ id }) => {
                const slug = found.data?.find((one) => one.id === id)?.slug
                if (slug !== undefined) onChange([...slugs, slug])
              }}
              onBackspace={() => onChange(slugs.slice(0, -1))}
            />
          ) : (
            // Keeps the label's control; another one takes its place once this one is removed.
            <input
              {...control}
              type="text"
              readOnly
              value={max === 1 ? 'Remove it to choose another one' : 'No more fit'}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}
