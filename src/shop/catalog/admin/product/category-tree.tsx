import { useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import field from '../../../../platform/admin/fields/field.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { Button, ErrorState, QueryState } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { type Category, categoriesKey, useCategories } from '../categories.ts'
import styles from './product-screen.module.css'

/** The categories as a tree of checkboxes. A new category is added below the one that was chosen last. */
export function CategoryTree() {
  const { value: ids, onChange } = useFieldValue<readonly number[]>('categories')
  const query = useCategories()
  const [name, setName] = useState('')
  const make = useSend(
    (rest) => rest.send<Category>('POST', paths.restProductCategories, { name, parent: ids.at(-1) ?? 0 }),
    categoriesKey,
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
