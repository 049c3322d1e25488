import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldPath, get, useFormContext } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { useFieldError } from '../../../../platform/admin/fields/field.tsx'
import { Button, formatTime } from '../../../../platform/admin/parts.tsx'
import { restItem } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { LastChangeJson } from '../../rest/last-change.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { type ProductValues, toValues } from './product-values.ts'
import { products } from './publishing.tsx'

type Theirs = { readonly item: ProductJson; readonly last: LastChangeJson }

/** Whoever saves second learns who was first and what has changed, and takes it or lays the own changes over it. */
export function Conflict({ id }: { readonly id: number }) {
  const { rest } = useAdminContext()
  const form = useFormContext<ProductValues>()
  const queries = useQueryClient()
  const message = useFieldError('samovar.version', '')
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  useEffect(() => {
    if (message === undefined) return
    const { signal } = new AbortController()
    void Promise.all([
      rest.get<ProductJson>(`${restItem(products, id)}?context=edit`, signal),
      rest.get<LastChangeJson>(`${paths.restProductNames}/${id}/last-change`, signal),
    ]).then(([item, last]) => setTheirs({ item, last }))
  }, [message, rest, id])
  if (message === undefined) return <div data-field="samovar.version" hidden />
  const before = form.formState.defaultValues as ProductValues
  const mine = structuredClone(form.getValues())
  const take = (names: readonly FieldPath<ProductValues>[]) => {
    if (!theirs) return
    queries.setQueryData([products.rest, id], theirs.item)
    form.reset(toValues(theirs.item))
    for (const name of names) form.setValue(name, get(mine, name), { shouldDirty: true })
    setTheirs(null)
  }
  return (
    <div data-field="samovar.version" role="alert" className={controls.panel}>
      <p>{message}</p>
      {theirs && (
        <>
          <p>
            Saved by {theirs.last.user_name || 'another program'}, {formatTime(theirs.item.date_modified_gmt)}. Changed
            there: {changed(before, toValues(theirs.item)).map(labelOf).join(', ') || 'nothing that is shown here'}.
          </p>
          <div className={controls.item}>
            <Button label="Take theirs" onClick={() => take([])} />
            <Button label="Lay my changes over theirs" onClick={() => take(changed(before, mine))} />
          </div>
        </>
      )}
    </div>
  )
}

const labelOf = (name: string): string =>
  document.querySelector(`[data-field="${CSS.escape(name)}"] :is(label, legend)`)?.textContent ?? ''

/** Names of the fields of the form that differ. */
function changed(before: ProductValues, after: ProductValues): FieldPath<ProductValues>[] {
  const ours = Object.keys(after.samovar).map((name) => `samovar.${name}`)
  const names = [...Object.keys(after), ...ours] as FieldPath<ProductValues>[]
  const shown = names.filter((name) => name !== 'samovar' && name !== 'samovar.version')
  return shown.filter((name) => JSON.stringify(get(before, name)) !== JSON.stringify(get(after, name)))
}
