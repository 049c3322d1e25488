import { lazy, Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import type { Named } from '../../../../platform/admin/entity.ts'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { paths } from '../../../../platform/web/routes.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'
import { CategoryTree } from './category-tree.tsx'
import type { ProductValues } from './product-values.ts'
import { RowsField } from './rows-field.tsx'

const { Field, Select, Checkbox, Money, Quantity, DateRange, EntityPicker } = formFields<ProductValues>()

/** Loaded on demand, because few products have files. */
const Downloads = lazy(() => import('./downloads.tsx').then((module) => ({ default: module.Downloads })))

const useTyped = <Name extends keyof ProductValues>(name: Name) =>
  useWatch<ProductValues>({ name }) as ProductValues[Name]

const types = Object.entries({
  simple: 'Simple: one article',
  variable: 'Variable: sizes, colours or other choices',
  grouped: 'Grouped: several products on one page',
  external: 'External: sold elsewhere',
})

export function Kind() {
  const type = useTyped('type')
  const isDownloadable = useTyped('downloadable') && type === 'simple'
  // The screen waits for the files that a product has already; those of a box just ticked leave the screen as it is.
  const [isAwaited] = useState(isDownloadable)
  return (
    <>
      <Select name="type" label="Kind" options={types} />
      {type === 'external' && <Field name="external_url" label="Address where it is sold" type="url" required />}
      {type === 'external' && <Field name="button_text" label="Button text" placeholder="Buy product" />}
      {type === 'grouped' && <EntityPicker of="products" name="grouped_products" label="Products in the group" />}
      {type === 'simple' && <Checkbox name="virtual" label="Virtual: nothing is shipped" isWide={false} />}
      {type === 'simple' && <Checkbox name="downloadable" label="Downloadable" isWide={false} />}
      {isDownloadable &&
        (isAwaited ? (
          <Downloads />
        ) : (
          <Suspense>
            <Downloads />
          </Suspense>
        ))}
    </>
  )
}

const taxStatuses = Object.entries({ taxable: 'Taxed', none: 'Not taxed' })

export function Price() {
  const hasPrice = !['variable', 'grouped'].includes(useTyped('type'))
  const isOnSale = useTyped('sale_price') !== ''
  return (
    <FieldGroup title="Price">
      {hasPrice && <Money name="regular_price" label="Regular price" />}
      {hasPrice && <Money name="sale_price" label="Sale price" />}
      {hasPrice && isOnSale && (
        <DateRange
          from="date_on_sale_from"
          until="date_on_sale_to"
          hints={['In the shop’s time zone. Leave it empty to start now.', 'Leave it empty for no end date.']}
        />
      )}
      <Select name="tax_status" label="Tax" options={taxStatuses} />
      <TaxClass />
    </FieldGroup>
  )
}

type TaxClassJson = { readonly slug: string; readonly name: string }

export function TaxClass() {
  const { data = [{ slug: 'standard', name: 'Standard rate' }] } = useRest<readonly TaxClassJson[]>(
    [paths.restTaxClasses],
    paths.restTaxClasses,
  )
  const options = data.map(({ slug, name }) => [slug === 'standard' ? '' : slug, name] as const)
  return <Select name="tax_class" label="Tax class" options={options} />
}

const backorders = Object.entries({ no: 'Not allowed', notify: 'Allowed, and the buyer is notified', yes: 'Allowed' })
const availabilities = Object.entries({ instock: 'In stock', outofstock: 'Sold out', onbackorder: 'On backorder' })

export function Inventory() {
  const isSold = useTyped('type') === 'simple'
  const isTracked = useTyped('manage_stock')
  return (
    <FieldGroup title="Inventory">
      <Field name="sku" label="SKU" maxLength={100} />
      <Gtin />
      {isSold && <Checkbox name="manage_stock" label="Track the stock quantity" />}
      {isSold && isTracked && <Stock />}
      {isSold && !isTracked && <Availability />}
      <Checkbox name="sold_individually" label="One per order" />
    </FieldGroup>
  )
}

export const Gtin = () => (
  <Field name="global_unique_id" label="GTIN, UPC, EAN or ISBN" inputMode="numeric" maxLength={50} />
)

/** Of a product or variation whose stock is not counted. */
export const Availability = () => <Select name="stock_status" label="Availability" options={availabilities} />

function Stock() {
  const onHand = useTyped('stock_quantity') ?? 0
  const change = useTyped('samovar').stock_change ?? 0
  const after = change === 0 ? '' : ` After saving: ${onHand + change}, less any orders placed in the meantime.`
  const bounds = { min: -1_000_000, max: 1_000_000 }
  const hint = `On hand: ${onHand}.${after || ' Enter 12 if 12 arrived, −2 if 2 broke.'}`
  return (
    <>
      <Quantity name="samovar.stock_change" label="Received or adjusted by" hint={hint} {...bounds} />
      <ManagedStock />
    </>
  )
}

export const ManagedStock = () => (
  <>
    <Quantity name="low_stock_amount" label="Low from" hint="Leave it empty to use the shop’s." />
    <Select name="backorders" label="Backorders" options={backorders} />
  </>
)

type ShippingClassJson = Named & { readonly slug: string }

export function Shipping() {
  const { user } = useAdminContext()
  const isShipped = !useTyped('virtual') && ['simple', 'variable'].includes(useTyped('type'))
  if (!isShipped) return null
  return (
    <FieldGroup title="Shipping">
      <Field name="weight" label={`Weight (${user.weightUnit})`} inputMode="decimal" />
      <ShippingClass none="None" />
      <Dimensions />
    </FieldGroup>
  )
}

export function ShippingClass({ none }: { readonly none: string }) {
  const href = `${paths.restShippingClasses}?per_page=100`
  const classes = useRest<readonly ShippingClassJson[]>([href], href).data ?? []
  const options = [['', none], ...classes.map(({ slug, name }) => [slug, name] as const)] as const
  return <Select name="shipping_class" label="Shipping class" options={options} />
}

type DimensionsProps = {
  /** Those of the product, which a variation without its own has. */
  readonly inherited?: ProductJson['dimensions']
}

export const Dimensions = ({ inherited }: DimensionsProps) => (
  <>
    <Field name="dimensions.length" label="Length (cm)" inputMode="decimal" placeholder={inherited?.length} />
    <Field name="dimensions.width" label="Width (cm)" inputMode="decimal" placeholder={inherited?.width} />
    <Field name="dimensions.height" label="Height (cm)" inputMode="decimal" placeholder={inherited?.height} />
  </>
)

export const Organisation = () => (
  <FieldGroup title="Organisation">
    <CategoryTree />
    <EntityPicker of="productTags" name="tags" label="Tags" />
    <EntityPicker of="brands" name="brands" label="Brands" />
  </FieldGroup>
)

export const More = () => (
  <>
    <Fold name="upsell_ids" title="Linked products">
      <EntityPicker of="products" name="upsell_ids" label="Upsells" hint="On its page, before similar ones." />
      <EntityPicker of="products" name="cross_sell_ids" label="Cross-sells" hint="In the cart." />
    </Fold>
    <Fold name="menu_order" title="Place in lists, reviews, custom fields">
      <Quantity name="menu_order" label="Place in lists" hint="Lower numbers come first." min={-32_768} max={32_767} />
      <Checkbox name="reviews_allowed" label="Reviews are open" />
      <RowsField name="meta_data" label="Custom fields" one="custom field" columns={{ key: 'Name', value: 'Value' }} />
    </Fold>
  </>
)
