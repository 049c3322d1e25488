import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useMay } from '../../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { PicturesField } from '../../../../platform/admin/fields/pictures-field.tsx'
import { FormScreen } from '../../../../platform/admin/form/form-screen.tsx'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { restItem } from '../../../../platform/admin/resource.ts'
import { productsWrite } from '../../capabilities.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { Checklist } from './checklist.tsx'
import styles from './product-screen.module.css'
import { emptyValues, type ProductValues, toBody, toTextBody, toValues } from './product-values.ts'
import { Actions, Publishing, products } from './publishing.tsx'
import { Inventory, Kind, More, Organisation, Price, Shipping } from './selling-sections.tsx'
import { SearchEngines, TeaFacts, Texts } from './text-sections.tsx'

/** Loaded on demand, because few products have attributes and variations. */
const ProductOptions = lazy(() =>
  import('../variations/product-options.tsx').then((module) => ({ default: module.ProductOptions })),
)

const Conflict = lazy(() => import('./conflict.tsx').then((module) => ({ default: module.Conflict })))
const PastTexts = lazy(() => import('./past-texts.tsx').then((module) => ({ default: module.PastTexts })))

const { Field } = formFields<ProductValues>()

const errorFields = {
  samovar_rest_outdated: 'samovar.version',
  product_invalid_sku: 'sku',
  product_invalid_global_unique_id: 'global_unique_id',
} as const

/** The form of one product. Users with access to texts only cannot change the other fields. */
export function ProductScreen() {
  const mayWrite = useMay(productsWrite)
  const [param = '0'] = Object.values(useParams())
  const id = Number(param)
  // Counts restored revisions: the form is mounted again to show their texts.
  const [restored, setRestored] = useState(0)
  const [savedOptions, setSavedOptions] = useState<ProductJson>()
  return (
    <FormScreen<ProductJson, ProductValues>
      key={restored}
      resource={products}
      context="edit"
      titleOf={({ name }) => name || '(no name)'}
      empty={emptyValues}
      toValues={toValues}
      toBody={mayWrite ? toBody : toTextBody}
      savedText="Saved. The shop now shows it if it is published."
      errorFields={errorFields}
      below={(item) => mayWrite && <ProductOptions product={item} onSaved={setSavedOptions} />}
    >
      {id > 0 && (
        <Suspense>
          <Conflict id={id} savedOptions={savedOptions} />
        </Suspense>
      )}
      <div className={styles.layout}>
        <div className={styles.sections}>
          <FieldGroup title="Product">
            <Field name="name" label="Name" required isWide maxLength={500} />
            <fieldset disabled={!mayWrite} aria-label="What is sold" className={styles.part}>
              <Kind />
            </fieldset>
          </FieldGroup>
          <fieldset disabled={!mayWrite} aria-label="Selling" className={styles.sections}>
            <Price />
          </fieldset>
          <FieldGroup title="Pictures">
            <PicturesField name="images" label="In this order" isFixed={!mayWrite} isWide />
          </FieldGroup>
          <fieldset disabled={!mayWrite} aria-label="Storing and sorting" className={styles.sections}>
            <Inventory />
            <Shipping />
            <Organisation />
          </fieldset>
          <Texts id={id} />
          <SearchEngines />
          <fieldset disabled={!mayWrite} aria-label="Details" className={styles.sections}>
            <TeaFacts />
            <More />
          </fieldset>
        </div>
        <div className={styles.sections}>
          {id > 0 ? (
            <StoredPanels id={id} mayWrite={mayWrite} onRestored={() => setRestored((count) => count + 1)} />
          ) : (
            <>
              <Checklist />
              <Publishing mayWrite />
              <Actions mayWrite />
            </>
          )}
        </div>
      </div>
    </FormScreen>
  )
}

type StoredPanelsProps = { readonly id: number; readonly mayWrite: boolean; readonly onRestored: () => void }

/** Panels that need a stored product. */
function StoredPanels({ id, mayWrite, onRestored }: StoredPanelsProps) {
  const queries = useQueryClient()
  const queryKey = [products.rest, id]
  const { data: item } = useRest<ProductJson>(queryKey, `${restItem(products, id)}?context=edit`)
  if (!item) return null
  return (
    <>
      <Checklist variations={item.variations.length} />
      <Publishing mayWrite={mayWrite} />
      <Actions item={item} mayWrite={mayWrite} />
      <Suspense>
        <PastTexts
          item={item}
          onRestored={async () => {
            await queries.refetchQueries({ queryKey, exact: true })
            onRestored()
          }}
        />
      </Suspense>
    </>
  )
}
