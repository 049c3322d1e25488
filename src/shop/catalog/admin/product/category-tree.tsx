import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import field from '../../../../platform/admin/fields/field.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { awaited, Button, ErrorState, QueryState } from '../../../../platform/admin/parts.tsx'
import { plainText } from '../../../../platform/admin/plain-text.client.ts'
import { useSend } from '../../../../platform/admin/resource.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './product-screen.module.css'

type Category = { readonly id: number; readonly name: string; readonly parent: number }

/** Categories below `parent`, depth first. */
const treeOf = (all: readonly Category[], parent = 0, depth = 0): (Category & { readonly depth: number })[] =>
  all
    .filter((one) => one.parent === parent)
    .flatMap((one) => [{ ...one, name: plainText(one.name), depth }, ...treeOf(all, one.id, depth + 1)])

const key = [paths.restProductCategories, 'tree']
const href = `${hrefs.storeApi('/products/categories')}?hide_empty=false&per_page=100&page=`

/** The categories as a tree of checkboxes. A new category is added below the one that was chosen last. */
export function CategoryTree() {
  const { value: ids, onChange } = useFieldValue<readonly number[]>('categories')
  const { rest } = useAdminContext()
  const query = useQuery({
    queryKey: key,
    meta: awaited,
    queryFn: async ({ signal }) => {
      const { items, pages } = await rest.list<Category>(`${href}1`, signal)
      for (let page = 2; page <= pages; page += 1) items.push(...(await rest.get<Category[]>(href + page, signal)))
      return treeOf(items)
    },
  })
  const [name, setName] = useState('')
  const make = useSend(
    (rest) => rest.send<Category>('POST', paths.restProductCategories, { name, parent: ids.at(-1) ?? 0 }),
    key,
    {
      onSuccess: ({ id }) => {
        setName('')
        onChange([...ids, id])
      },
    },
  )
  const parent = query.data?.find(({ id }) => id === ids.at(-1))
  return (
    <FieldFrame name="categories" label="Categories" isWide isGroup>
      {() => (
        <>
          <QueryState query={query} />
          <ul className={styles.tree}>
            {query.data?.map(({ id, name, depth }) => (
              <li key={id} style={{ paddingInlineStart: `${depth * 24}px` }}>
                <label className={field.check}>
                  <input
                    type="checkbox"
                    checked={ids.includes(id)}
                    onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
                  />
                  {name}
                </label>
              </li>
            ))}
          </ul>
          <div className={controls.item}>
            <input
              className={`${controls.field} ${controls.words}`}
              aria-label={parent ? `New category in ${parent.name}` : 'New category'}
              placeholder={parent ? `New category in ${parent.name}` : 'New category'}
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Button label="Add it" isBusy={make.isPending} disabled={!name.trim()} onClick={() => make.mutate()} />
          </div>
          {make.isError && <ErrorState error={make.error} />}
        </>
      )}
    </FieldFrame>
  )
}
