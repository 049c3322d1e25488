import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { Button, ErrorState, QueryState } from '../../../../platform/admin/parts.tsx'
import { plainText } from '../../../../platform/admin/plain-text.client.ts'
import { useSend } from '../../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './product-screen.module.css'

type Category = { readonly id: number; readonly name: string; readonly parent: number }
type Row = Category & { readonly depth: number }

const PAGE = 100
/** From so many on they are searched. */
const MANY = 12

/** Categories below `parent`, each before its own. */
const treeOf = (all: ReadonlyMap<number, readonly Category[]>, parent = 0, depth = 0): Row[] =>
  (all.get(parent) ?? []).flatMap((one) => [{ ...one, depth }, ...treeOf(all, one.id, depth + 1)])

const key = [paths.restProductCategories, 'tree']

function useCategories() {
  const { rest } = useAdminContext()
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const all: Category[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const params = new URLSearchParams({ hide_empty: 'false', per_page: `${PAGE}`, page: `${page}` })
        const found = await rest.list<Category>(`${hrefs.storeApi('/products/categories')}?${params}`, signal)
        all.push(...found.items)
        pages = found.pages
      }
      return treeOf(Map.groupBy(all, ({ parent }) => parent))
    },
  })
}

/** The categories as a tree of boxes; a new one is made in place. */
export function CategoryTree() {
  const { value: ids, onChange } = useFieldValue<readonly number[]>('categories')
  const query = useCategories()
  const [search, setSearch] = useState('')
  const rows = query.data ?? []
  const shown = rows.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <FieldFrame name="categories" label="Categories" isWide isGroup>
      {() => (
        <>
          <QueryState query={query} />
          {rows.length > MANY && (
            <input
              type="search"
              className={controls.field}
              aria-label="Search categories"
              placeholder="Search categories"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          <ul className={styles.tree}>
            {shown.map(({ id, name, depth }) => (
              <li key={id} style={{ paddingInlineStart: `${depth * 24}px` }}>
                <label>
                  <input
                    type="checkbox"
                    checked={ids.includes(id)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...ids, id] : ids.filter((other) => other !== id))
                    }
                  />
                  {plainText(name)}
                </label>
              </li>
            ))}
          </ul>
          <NewCategory rows={rows} onMade={(id) => onChange([...ids, id])} />
        </>
      )}
    </FieldFrame>
  )
}

function NewCategory({ rows, onMade }: { readonly rows: readonly Row[]; readonly onMade: (id: number) => void }) {
  const [name, setName] = useState('')
  const [parent, setParent] = useState(0)
  const make = useSend((rest) => rest.send<Category>('POST', paths.restProductCategories, { name, parent }), key, {
    onSuccess: ({ id }) => {
      setName('')
      onMade(id)
    },
  })
  return (
    <div className={styles.inline}>
      <input
        className={controls.field}
        aria-label="Name of a new category"
        placeholder="New category"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (name.trim() !== '') make.mutate()
        }}
      />
      <select
        className={controls.field}
        aria-label="Its parent category"
        value={parent}
        onChange={({ target }) => setParent(Number(target.value))}
      >
        <option value={0}>On the top level</option>
        {rows.map((row) => (
          <option key={row.id} value={row.id}>
            {'– '.repeat(row.depth) + plainText(row.name)}
          </option>
        ))}
      </select>
      <Button
        label="Add the category"
        isBusy={make.isPending}
        disabled={name.trim() === ''}
        onClick={() => make.mutate()}
      />
      {make.isError && <ErrorState error={make.error} />}
    </div>
  )
}
