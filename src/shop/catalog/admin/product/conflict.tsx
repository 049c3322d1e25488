import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FieldPath, get, type UseFormReturn, useFormContext } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { useFieldError } from '../../../../platform/admin/fields/field.tsx'
import { Button, formatTime } from '../../../../platform/admin/parts.tsx'
import { restItem } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { LastChangeJson } from '../../rest/last-change.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { emptyValues, type ProductValues, toValues } from './product-values.ts'
import { products } from './publishing.tsx'

type ConflictProps = {
  readonly id: number
  /** The product as last saved by `ProductOptions`, outside this form. */
  readonly savedOptions: ProductJson | undefined
}

/** If somebody else saved first, shows who and what; the user takes that version or reapplies their own changes. */
export function Conflict({ id, savedOptions }: ConflictProps) {
  const { rest } = useAdminContext()
  const form = useFormContext<ProductValues>()
  const queries = useQueryClient()
  const message = useFieldError('samovar.version', '')
  const before = form.formState.defaultValues as ProductValues
  const { data: saved } = useQuery({
    queryKey: [products.rest, id, 'changed since', before.samovar.version],
    enabled: message !== undefined,
    queryFn: async ({ signal }) => ({
      item: await rest.get<ProductJson>(`${restItem(products, id)}?context=edit`, signal),
      last: await rest.get<LastChangeJson>(`${paths.restProductNames}/${id}/last-change`, signal),
    }),
  })
  useEffect(() => {
    const { defaultValues, isDirty } = form.formState
    if (savedOptions?.id !== id || !isDirty) return
    const before = defaultValues as ProductValues
    const typed = diffOf(before, form.getValues())
    const fresh = toValues(savedOptions)
    const isNewer = (fresh.samovar.version ?? 0) > (before.samovar.version ?? 0)
    // Otherwise the same field was changed elsewhere, and saving reports the conflict.
    if (isNewer && !diffOf(before, fresh).some((name) => typed.includes(name))) reapplyChanges(form, savedOptions)
  }, [form, savedOptions, id])
  if (message === undefined) return <div data-field="samovar.version" hidden />
  const take = (item: ProductJson, keepsTyped: boolean) => {
    queries.setQueryData([products.rest, id], item)
    if (keepsTyped) reapplyChanges(form, item)
    else form.reset(toValues(item))
  }
  return (
    <div data-field="samovar.version" role="alert" className={controls.panel}>
      <p>{message}</p>
      {saved && (
        <>
          <p>
            Saved by {saved.last.user_name || 'another program'}, {formatTime(saved.item.date_modified_gmt)}. Changed
            there: {diffOf(before, toValues(saved.item)).map(labelOf).join(', ') || 'nothing that is shown here'}.
          </p>
          <div className={controls.item}>
            <Button label="Take theirs" onClick={() => take(saved.item, false)} />
            <Button label="Apply my changes on top" onClick={() => take(saved.item, true)} />
          </div>
        </>
      )}
    </div>
  )
}

const labelOf = (name: string): string =>
  document.querySelector(`[data-field="${CSS.escape(name)}"] :is(label, legend)`)?.textContent ?? ''

/** Loads the saved product, then applies the unsaved changes again. */
function reapplyChanges(form: UseFormReturn<ProductValues>, item: ProductJson): void {
  const current = structuredClone(form.getValues())
  const typed = diffOf(form.formState.defaultValues as ProductValues, current)
  form.reset(toValues(item))
  for (const name of typed) form.setValue(name, get(current, name), { shouldDirty: true })
}

/** Names of the form fields that differ. */
function diffOf(before: ProductValues, after: ProductValues): FieldPath<ProductValues>[] {
  const samovarNames = Object.keys(after.samovar).map((name) => `samovar.${name}`)
  const names = [...Object.keys(emptyValues), ...samovarNames] as FieldPath<ProductValues>[]
  const shown = names.filter((name) => name !== 'samovar' && name !== 'samovar.version')
  return shown.filter((name) => JSON.stringify(get(before, name)) !== JSON.stringify(get(after, name)))
}
