import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { useListHref } from '../../../../platform/admin/list/list-state.ts'
import { openPreview } from '../../../../platform/admin/open-preview.client.ts'
import { Button, ErrorState, Panel } from '../../../../platform/admin/parts.tsx'
import { resourceOf, restItem, screenOf, useSend } from '../../../../platform/admin/resource.ts'
import { useToast } from '../../../../platform/admin/toast.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import styles from './product-screen.module.css'
import { type ProductValues, toBody, toTextBody } from './product-values.ts'

export const products = resourceOf(['product', 'products'], 'Products', paths.restProducts, paths.adminProducts)

const { Field, Select, Checkbox, DateField } = formFields<ProductValues>()

const statuses = Object.entries({
  draft: 'Draft',
  pending: 'Waiting for review',
  publish: 'Published or scheduled',
  private: 'Private: for the staff only',
})
const visibilities = Object.entries({
  visible: 'In lists and searches',
  catalog: 'In lists only',
  search: 'In searches only',
  hidden: 'Hidden: by its address only',
})

export const Publishing = ({ mayWrite }: { readonly mayWrite: boolean }) => (
  <FieldGroup title="Publishing">
    <fieldset disabled={!mayWrite} aria-label="Publishing" className={styles.part}>
      <Select name="status" label="Status" options={statuses} />
      <DateField name="date" label="Date" hint="In the shop’s time zone. A future date schedules it." />
      <Select name="catalog_visibility" label="Where it is shown" options={visibilities} />
      <Field name="post_password" label="Password" hint="Leave it empty to show it to everybody." maxLength={100} />
      <Checkbox name="featured" label="Featured" />
    </fieldset>
    <Field
      name="slug"
      label="Address"
      hint="Last part of the address. Leave it empty to use the name. Old ones redirect."
      isWide
    />
  </FieldGroup>
)

/** Actions on the stored product, except the preview, which shows unsaved changes. */
export function Actions({ item, mayWrite }: { readonly item?: ProductJson; readonly mayWrite: boolean }) {
  const { getValues } = useFormContext<ProductValues>()
  const navigate = useNavigate()
  const toast = useToast()
  const list = useListHref(products.screen)
  const href = restItem(products, item?.id ?? 0)
  const reloads = [products.rest]
  const back = useSend((rest) => rest.send('PUT', href, { status: item?.status }), reloads)
  const duplicate = useSend((rest) => rest.send<ProductJson>('POST', `${href}/duplicate`, {}), reloads, {
    onSuccess: async ({ id }) => {
      await navigate(screenOf(products, id))
      toast.show({ text: 'This is the copy: a draft.' })
    },
  })
  const trash = useSend((rest) => rest.send('DELETE', href, {}), reloads, {
    onSuccess: async () => {
      await navigate(list, { replace: true })
      toast.show({ text: 'The product is in the trash.', undo: () => back.mutateAsync() })
    },
  })
  const preview = () => {
    const { samovar, ...body } = (mayWrite ? toBody : toTextBody)(getValues())
    const product = JSON.stringify({ ...body, samovar: { ...samovar, version: undefined } })
    openPreview(hrefs.preview(item?.id ?? 0, ''), { product })
  }
  const error = duplicate.error ?? trash.error
  return (
    <Panel id="actions" title="See it">
      <div className={controls.item}>
        <Button label="Preview without saving" onClick={preview} />
        {item?.status === 'publish' && (
          <a className={controls.button} href={item.permalink} target="_blank" rel="noreferrer">
            View in the shop
          </a>
        )}
        {item && mayWrite && (
          <>
            <Button label="Duplicate" isBusy={duplicate.isPending} onClick={() => duplicate.mutate()} />
            <Button label="Move to trash" kind="danger" isBusy={trash.isPending} onClick={() => trash.mutate()} />
          </>
        )}
      </div>
      {error && <ErrorState error={error} />}
    </Panel>
  )
}
