import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldPath, get, useFormContext } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { useFieldError } from '../../../../platform/admin/fields/field.tsx'
import { Button, formatTime } from '../../../../platform/admin/parts.tsx'
import { restItem } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { LastChangeJson } from '../../rest/product-editing.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import styles from './product-screen.module.css'
import { type ProductValues, toValues } from './product-values.ts'
import { products } from './publishing.tsx'

type Theirs = { readonly item: ProductJson; readonly last: LastChangeJson }

/** Whoever saves second sees what the first has changed, and takes it or lays the own changes over it. */
export function Conflict({ id }: { readonly id: number }) {
  const { rest } = useAdminContext()
  const form = useFormContext<ProductValues>()
  const queries = useQueryClient()
  const message = useFieldError('samovar.version', '')
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  useEffect(() => {
    if (message === undefined) return setTheirs(null)
    const read = new AbortController()
    void Promise.all([
      rest.get<ProductJson>(`${restItem(products, id)}?context=edit`, read.signal),
      rest.get<LastChangeJson>(`${paths.restProductNames}/${id}/last-change`, read.signal),
    ]).then(([item, last]) => setTheirs({ item, last }))
    return () => read.abort()
  }, [message, rest, id])
  if (message === undefined) return <div data-field="samovar.version" />
  const mine = form.getValues()
  const changed = changedNames(form.formState.defaultValues as ProductValues, mine)
  const take = (isMineOver: boolean) => {
    if (!theirs) return
    queries.setQueryData([products.rest, id], theirs.item)
    form.reset(toValues(theirs.item))
    if (isMineOver) for (const name of changed) form.setValue(name, get(mine, name), { shouldDirty: true })
  }
  return (
    <div data-field="samovar.version" role="alert" className={styles.conflict}>
      <p>
        {theirs?.last.user_name
          ? `${theirs.last.user_name} saved this at ${formatTime(theirs.last.date_gmt)}. Your changes are still in this form.`
          : message}
      </p>
      {theirs && (
        <>
          <dl>
            {changedNames(form.formState.defaultValues as ProductValues, toValues(theirs.item)).map((name) => (
              <div key={name}>
                <dt>
                  {labelOf(name)}
                  {changed.includes(name) && ' (changed by you too)'}
                </dt>
                <dd>{textOf(get(toValues(theirs.item), name))}</dd>
              </div>
            ))}
          </dl>
          <div className={styles.inline}>
            <Button label="Take theirs" onClick={() => take(false)} />
            <Button label="Lay mine over theirs" onClick={() => take(true)} />
          </div>
        </>
      )}
    </div>
  )
}

/** Names of the fields that differ; those of `samovar` one by one, for it has the version. */
function changedNames(before: ProductValues, after: ProductValues): FieldPath<ProductValues>[] {
  const { version: _, ...ours } = after.samovar
  const names = [...Object.keys(after), ...Object.keys(ours).map((name) => `samovar.${name}`)]
  return (names as FieldPath<ProductValues>[]).filter(
    (name) => name !== 'samovar' && JSON.stringify(get(before, name)) !== JSON.stringify(get(after, name)),
  )
}

const labelOf = (name: string): string =>
  document.querySelector(`[data-field="${CSS.escape(name)}"] :is(label, legend)`)?.textContent ??
  name.replace('samovar.', '').replaceAll('_', ' ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300) : JSON.stringify(value))
