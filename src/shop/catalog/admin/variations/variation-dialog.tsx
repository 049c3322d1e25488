import { type RefObject, useEffect, useRef } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import fieldStyles from '../../../../platform/admin/fields/field.module.css'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import { changesOf } from '../../../../platform/admin/form/form-screen.tsx'
import { Button, QueryState, useRest } from '../../../../platform/admin/parts.tsx'
import { useToast } from '../../../../platform/admin/toast.tsx'
import type { VariationJson } from '../../rest/variations/variation-shape.ts'
import { Downloads } from '../product/downloads.tsx'
import { limitOf } from '../product/product-values.ts'
import { Availability, Dimensions, Gtin, ManagedStock, ShippingClass, TaxClass } from '../product/selling-sections.tsx'
import styles from './variations.module.css'

/** The fields that are not in the grid. */
const valuesOf = (item: VariationJson) => ({
  description: item.description,
  global_unique_id: item.global_unique_id,
  tax_class: item.tax_class,
  low_stock_amount: item.low_stock_amount,
  backorders: item.backorders,
  stock_status: item.stock_status,
  virtual: item.virtual,
  dimensions: item.samovar?.dimensions,
  shipping_class: item.samovar?.shipping_class,
  downloadable: item.downloadable,
  downloads: item.downloads,
  download_limit: limitOf(item.download_limit),
  download_expiry: limitOf(item.download_expiry),
  samovar: { version: item.samovar?.version, net_grams: item.samovar?.net_grams },
})
type Values = ReturnType<typeof valuesOf>

const bodyOf = ({ download_limit: limit, download_expiry: days, ...values }: Values) => ({
  ...values,
  download_limit: limit ?? -1,
  download_expiry: days ?? -1,
})

const { TextArea, Quantity, Checkbox } = formFields<Values>()

type DialogProps = {
  /** API path of the product's variations, which begins the query key. */
  readonly path: string
  readonly id: number
  readonly name: string
  readonly onSaved: (saved: VariationJson) => void
  readonly onClose: () => void
}

/** What the grid has no column for, of one variation. With unsaved changes, only the button closes it. */
export function VariationDialog({ path, id, name, onSaved, onClose }: DialogProps) {
  const { rest } = useAdminContext()
  const toast = useToast()
  const dialog = useRef<HTMLDialogElement>(null)
  const href = `${path}/${id}?context=edit`
  const query = useRest<VariationJson>([path, id], href)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="variation-title" onClose={onClose}>
      <h2 id="variation-title">{name}</h2>
      {query.data ? (
        <EditForm<Values>
          initial={valuesOf(query.data)}
          errorFields={{ product_invalid_global_unique_id: 'global_unique_id' }}
          className={styles.details}
          labels={{ save: 'Save the variation', saved: '' }}
          save={async ({ values, before }) => {
            const body = changesOf(bodyOf(before), bodyOf(values))
            onSaved(await rest.send<VariationJson>('PUT', href, body))
            toast.show({ text: `${name} was saved.` })
            dialog.current?.close()
            return undefined
          }}
          actions={<CloseButton dialog={dialog} />}
        >
          <Fields item={query.data} />
        </EditForm>
      ) : (
        <>
          <QueryState query={query} />
          <Button label="Close" onClick={() => dialog.current?.close()} />
        </>
      )}
    </dialog>
  )
}

function CloseButton({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  const { isDirty } = useFormState()
  useEffect(() => {
    const stay = (event: Event) => isDirty && event.preventDefault()
    const element = dialog.current
    element?.addEventListener('cancel', stay)
    return () => element?.removeEventListener('cancel', stay)
  }, [dialog, isDirty])
  return <Button label={isDirty ? 'Close without saving' : 'Close'} onClick={() => dialog.current?.close()} />
}

function Fields({ item }: { readonly item: VariationJson }) {
  const [isVirtual, isDownloadable] = useWatch<Values, ['virtual', 'downloadable']>({
    name: ['virtual', 'downloadable'],
  })
  return (
    <div className={fieldStyles.fields}>
      <TextArea name="description" label="Description" hint="Shown on the product page once it is chosen." />
      <Gtin />
      <Quantity name="samovar.net_grams" label="Net weight (g)" hint="Without packaging, for the price per 100 g." />
      <TaxClass />
      {item.manage_stock ? <ManagedStock /> : <Availability />}
      <Checkbox name="virtual" label="Virtual: nothing is shipped" />
      {!isVirtual && (
        <>
          <ShippingClass none="As the product" />
          <Dimensions inherited={item.dimensions} />
        </>
      )}
      <Checkbox name="downloadable" label="Downloadable" />
      {isDownloadable && <Downloads />}
    </div>
  )
}
