import { useFormContext, useWatch } from 'react-hook-form'
import { entity, lister, type Named } from '../../../../platform/admin/entity.ts'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import { CategoryTree } from './category-tree.tsx'
import styles from './product-screen.module.css'
import type { ProductValues } from './product-values.ts'
import { Downloads, MetaFields } from './rows-field.tsx'

const { Field, TextArea, Select, Checkbox, Money, Quantity, DateRange, EntityPicker } = formFields<ProductValues>()

export const useTyped = <Name extends keyof ProductValues>(name: Name): ProductValues[Name] =>
  useWatch<ProductValues>({ name }) as ProductValues[Name]

const types = [
  ['simple', 'Simple: one article'],
  ['variable', 'Variable: sizes, colours or other choices'],
  ['grouped', 'Grouped: several products on one page'],
  ['external', 'External: sold elsewhere'],
] as const

export function Kind() {
  const type = useTyped('type')
  const isDownloadable = useTyped('downloadable')
  return (
    <>
      <Select name="type" label="Kind" options={types} />
      {type === 'external' && (
        <>
          <Field name="external_url" label="Address where it is sold" type="url" required />
          <Field name="button_text" label="Text of the button" placeholder="Buy product" />
        </>
      )}
      {type === 'grouped' && <EntityPicker of="products" name="grouped_products" label="Products in the group" />}
      {type === 'simple' && (
        <>
          <Checkbox name="virtual" label="Virtual: nothing is shipped" />
          <Checkbox name="downloadable" label="Downloadable" />
          {isDownloadable && <Downloads />}
        </>
      )}
    </>
  )
}

const taxClasses = [
  ['', 'Standard'],
  ['grocery', 'Groceries (zero-rated, such as tea leaves)'],
  ['supplement', 'Food supplements'],
] as const
const taxStatuses = [
  ['taxable', 'Taxed'],
  ['none', 'Not taxed'],
] as const

export function Price() {
  const type = useTyped('type')
  const isOnSale = useTyped('sale_price') !== ''
  if (type === 'grouped') return null
  const hasPrice = type !== 'variable'
  return (
    <FieldGroup title="Price">
      {hasPrice && (
        <>
          <Money name="regular_price" label="Regular price" />
          <Money name="sale_price" label="Sale price" />
        </>
      )}
      {hasPrice && isOnSale && (
        <DateRange
          from="date_on_sale_from"
          until="date_on_sale_to"
          hints={['Of the sale, in the shop’s time. Empty: now.', 'Empty: until you end it.']}
        />
      )}
      <Select name="tax_status" label="Tax" options={taxStatuses} />
      <Select name="tax_class" label="Tax class" options={taxClasses} />
    </FieldGroup>
  )
}

const backorders = [
  ['no', 'Not taken'],
  ['notify', 'Taken, and the buyer is told'],
  ['yes', 'Taken'],
] as const
const stockStatuses = [
  ['instock', 'In stock'],
  ['outofstock', 'Sold out'],
  ['onbackorder', 'On backorder'],
] as const

export function Inventory() {
  const type = useTyped('type')
  const isTracked = useTyped('manage_stock')
  const isSold = type === 'simple'
  return (
    <FieldGroup title="Inventory">
      <Field name="sku" label="SKU" maxLength={100} />
      <Field name="global_unique_id" label="GTIN, UPC, EAN or ISBN" inputMode="numeric" maxLength={50} />
      {isSold && <Checkbox name="manage_stock" label="Track how many there are" />}
      {isSold && (isTracked ? <Stock /> : <Select name="stock_status" label="Availability" options={stockStatuses} />)}
      {(isSold || type === 'variable') && <Checkbox name="sold_individually" label="One per order" />}
    </FieldGroup>
  )
}

function Stock() {
  const { control } = useFormContext<ProductValues>()
  const [onHand, change] = useWatch({ control, name: ['stock_quantity', 'samovar.stock_change'] })
  const now = onHand ?? 0
  return (
    <>
      <Quantity
        name="samovar.stock_change"
        label="Received or adjusted"
        min={-1_000_000}
        max={1_000_000}
        hint={`On hand: ${now}.${change ? ` After saving: ${now + change}, and less what is ordered meanwhile.` : ' Such as 12, or −2 for two that broke.'}`}
      />
      <Quantity name="low_stock_amount" label="Low from" hint="Empty: as for all products." />
      <Select name="backorders" label="Orders beyond that" options={backorders} />
    </>
  )
}

export function Shipping() {
  const classes = useRest<readonly (Named & { readonly slug: string })[]>(
    [paths.restShippingClasses, 'all'],
    `${paths.restShippingClasses}?per_page=100`,
  ).data
  const options = [['', 'None'] as const, ...(classes ?? []).map(({ slug, name }) => [slug, name] as const)]
  const isVirtual = useTyped('virtual')
  const type = useTyped('type')
  if (isVirtual || type === 'grouped' || type === 'external') return null
  return (
    <FieldGroup title="Shipping">
      <Field name="weight" label="Weight" inputMode="decimal" hint="In the unit of the shop’s settings." />
      <Select name="shipping_class" label="Shipping class" options={options} />
      <Field name="dimensions.length" label="Length (cm)" inputMode="decimal" />
      <Field name="dimensions.width" label="Width (cm)" inputMode="decimal" />
      <Field name="dimensions.height" label="Height (cm)" inputMode="decimal" />
    </FieldGroup>
  )
}

const optionOf = ({ name }: Named) => ({ label: name })
const tags = entity('tag', 'Search tags', lister(paths.restTags, {}, optionOf))
const brands = entity('brand', 'Search brands', lister(paths.restBrands, {}, optionOf))

export const Organisation = () => (
  <FieldGroup title="Organisation">
    <CategoryTree />
    <EntityPicker of={tags} name="tags" label="Tags" />
    <EntityPicker of={brands} name="brands" label="Brands" />
  </FieldGroup>
)

export const Linked = () => (
  <Fold name="linked" title="Linked products">
    <EntityPicker of="products" name="upsell_ids" label="Upsells" hint="On its page, in place of similar ones." />
    <EntityPicker of="products" name="cross_sell_ids" label="Cross-sells" hint="In the cart." />
  </Fold>
)

export const More = () => (
  <Fold name="more" title="Order in lists, reviews, custom fields">
    <Quantity name="menu_order" label="Place in lists" hint="Lower numbers come first." min={-32_768} max={32_767} />
    <Checkbox name="reviews_allowed" label="Reviews are open" />
    <MetaFields />
  </Fold>
)

export const PurchaseNote = () => (
  <Fold name="purchase_note" title="Note after the purchase">
    <div className={styles.wide}>
      <TextArea name="purchase_note" label="Note for the buyer" hint="On the order page and in its emails." />
    </div>
  </Fold>
)
