import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { useMay } from '../../../../platform/admin/admin-context.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { PicturesField } from '../../../../platform/admin/fields/pictures-field.tsx'
import { FormScreen } from '../../../../platform/admin/form/form-screen.tsx'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { restItem } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { Revisions } from '../../../../things/entries/admin/revisions.tsx'
import { textLines } from '../../../../things/entries/compare-text.ts'
import { productsWrite } from '../../capabilities.ts'
import type { ProductRevisionJson } from '../../rest/product-editing.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { Checklist } from './checklist.tsx'
import { Conflict } from './conflict.tsx'
import styles from './product-screen.module.css'
import { emptyValues, type ProductValues, toBody, toTextBody, toValues } from './product-values.ts'
import { Actions, Publishing, products } from './publishing.tsx'
import { Inventory, Kind, Linked, More, Organisation, Price, PurchaseNote, Shipping } from './selling-sections.tsx'
import { SearchEngines, TeaFacts, Texts } from './text-sections.tsx'

const { Field } = formFields<ProductValues>()

const errorFields = {
  samovar_rest_outdated: 'samovar.version',
  product_invalid_sku: 'sku',
  product_invalid_global_unique_id: 'global_unique_id',
} as const

/** The form of one product. Who may write its texts alone sees the rest as it is. */
export function ProductScreen() {
  const mayWrite = useMay(productsWrite)
  const [param] = Object.values(useParams())
  const id = Number(param ?? 0)
  // The form starts anew with the texts of a restored revision.
  const [restored, setRestored] = useState(0)
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
    >
      {id > 0 && <Conflict id={id} />}
      <div className={styles.layout}>
        <div className={styles.sections}>
          <FieldGroup title="Product">
            <Field name="name" label="Name" required isWide maxLength={500} />
            <fieldset disabled={!mayWrite} aria-label="Kind" className={styles.part}>
              <Kind />
            </fieldset>
          </FieldGroup>
          <Part isOff={!mayWrite} title="Selling">
            <Price />
          </Part>
          <FieldGroup title="Pictures">
            <PicturesField
              name="images"
              label="Pictures"
              hint="The first one is shown in lists."
              isFixed={!mayWrite}
              isWide
            />
          </FieldGroup>
          <Part isOff={!mayWrite} title="Storing">
            <Inventory />
            <Shipping />
            <Organisation />
          </Part>
          <Texts />
          <SearchEngines />
          <PurchaseNote />
          <Part isOff={!mayWrite} title="Details">
            <TeaFacts />
            <Linked />
            <More />
          </Part>
        </div>
        <div className={styles.sections}>
          {id > 0 ? (
            <OfStored id={id} mayWrite={mayWrite} onRestored={() => setRestored((count) => count + 1)} />
          ) : (
            <>
              <Checklist variations={0} />
              <Publishing mayWrite />
              <Actions item={undefined} mayWrite />
            </>
          )}
        </div>
      </div>
    </FormScreen>
  )
}

type PartProps = { readonly isOff: boolean; readonly title: string; readonly children: ReactNode }

/** Sections whose fields are shown and cannot be changed by everybody. */
const Part = ({ isOff, title, children }: PartProps) => (
  <fieldset disabled={isOff} aria-label={title} className={styles.sections}>
    {children}
  </fieldset>
)

const linesOf = (texts: Pick<ProductRevisionJson, 'name' | 'short_description' | 'description'>) =>
  [texts.name, texts.short_description, texts.description].flatMap(textLines)

type OfStoredProps = { readonly id: number; readonly mayWrite: boolean; readonly onRestored: () => void }

/** What a product has once it is stored. */
function OfStored({ id, mayWrite, onRestored }: OfStoredProps) {
  const queries = useQueryClient()
  const { data: item } = useRest<ProductJson>([products.rest, id], `${restItem(products, id)}?context=edit`)
  if (!item) return null
  return (
    <>
      <Checklist variations={item.variations.length} />
      <Publishing mayWrite={mayWrite} />
      <Actions item={item} mayWrite={mayWrite} />
      <Revisions<ProductRevisionJson, unknown>
        href={`${paths.restProductNames}/${id}/revisions`}
        queryKey={[products.rest, id, 'revisions', item.samovar?.version]}
        linesOf={linesOf}
        current={linesOf(item)}
        onRestored={async () => {
          await queries.refetchQueries({ queryKey: [products.rest, id], exact: true })
          onRestored()
        }}
      />
    </>
  )
}
