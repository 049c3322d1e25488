import { priceString, shopCurrency } from '../../../../platform/money/money.ts'
import type { Item } from '../../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../../platform/rest/links.ts'
import { timeFields } from '../../../../platform/time/shop-time.ts'
import { ratingText } from '../../../../platform/ui/rating-text.ts'
import type { Platform, WithSettings } from '../../../../platform/web/context.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { untrashedSlug } from '../../../../things/entries/entry.ts'
import type { MediaRow } from '../../../../things/media/media.store.ts'
import { absoluteSources, pictureHref } from '../../../../things/media/picture-sizes.ts'
import type { SiteSettings } from '../../../../things/settings/site-settings.ts'
import { dimensionsOf, weightIn } from '../../pack-size.ts'
import { priceHtml } from '../../price-html.ts'
import { priceAt, type Term } from '../../product.ts'
import type { ProductRecord } from '../../product-record.ts'
import { sameColumns } from './product-fields.ts'
import type { productShape, productTypes } from './product-shape.ts'
import { attributesOf, type ProductItem } from './products.store.ts'

export type ProductJson = Item<typeof productShape>
export type JsonShop = Pick<Platform, 'url' | 'now'> & WithSettings<SiteSettings>

/** A product as in `wc/v3`. The `edit` context adds the parts of its URL and this shop's own fields. */
export function productJson(item: ProductItem, shop: JsonShop, context: 'view' | 'edit') {
  const { id, record, shared } = item
  const { stock } = record
  const prices = pricesOf(item, shop.now())
  const termsOf = (ids: readonly number[]) => ids.flatMap((term) => shared.terms.get(term) ?? []).map(termJson)
  const attributes = attributesOf(item).map(attributeJson)
  return {
    id,
    ...sameOf(record),
    permalink:
      record.status === 'publish' ? shop.url + hrefs.product(record.slug) : `${shop.url}/?post_type=product&p=${id}`,
    ...timeFields('date_created', record.publishedAt),
    ...timeFields('date_modified', item.updatedAt),
    type: record.type as (typeof productTypes)[number],
    status: record.status,
    sku: record.sku ?? '',
    price: cents(prices?.currentCents ?? null),
    regular_price: cents(record.regularPriceCents),
    sale_price: cents(record.salePriceCents),
    ...timeFields('date_on_sale_from', record.saleFrom),
    ...timeFields('date_on_sale_to', record.saleUntil),
    on_sale: prices?.isOnSale ?? false,
    purchasable: prices !== null && (record.type === 'simple' || record.type === 'variable'),
    total_sales: item.totalSales,
    downloads: record.downloads,
    download_limit: record.downloadLimit ?? -1,
    download_expiry: record.downloadDays ?? -1,
    external_url: record.externalUrl ?? '',
    tax_status: record.isTaxable ? 'taxable' : 'none',
    tax_class: record.taxClass === 'standard' ? '' : record.taxClass,
    manage_stock: stock.tracksInventory,
    stock_quantity: stock.tracksInventory ? stock.onHand : null,
    backorders: stock.backorders,
    backorders_allowed: stock.backorders !== 'no',
    backordered: item.stockStatus === 'onbackorder',
    low_stock_amount: stock.lowStockAmount,
    weight: weightIn(record.weightGrams, shop.settings().weightUnit),
    dimensions: dimensionsOf(record),
    shipping_required: !record.isVirtual,
    shipping_taxable: !record.isVirtual && record.isTaxable,
    shipping_class_id: item.shippingClassId,
    average_rating: item.reviewCount > 0 || context === 'view' ? ratingText(item.ratingHundredths) : '0',
    rating_count: item.reviewCount,
    parent_id: 0,
    categories: termsOf(record.categoryIds),
    brands: termsOf(record.brandIds),
    tags: termsOf(record.tagIds),
    images: record.pictureIds.flatMap((picture) => shared.pictures.get(picture) ?? []).map(imageJson(shop.url)),
    attributes: attributes.map(({ default: _, ...attribute }) => attribute),
    default_attributes: attributes.flatMap(({ id: attribute, name, default: option }) =>
      option === null ? [] : [{ id: attribute, name, option }],
    ),
    variations: item.variationIds,
    price_html: priceHtml(prices),
    related_ids: item.relatedIds,
    meta_data: record.meta,
    stock_status: item.stockStatus,
    has_options: record.type === 'variable',
    global_unique_id: record.gtin ?? '',
    ...(context === 'edit'
      ? {
          permalink_template: shop.url + hrefs.product('%pagename%'),
          generated_slug: untrashedSlug(record.slug),
          samovar: {
            version: record.version,
            subtitle: record.subtitle,
            net_grams: record.netGrams,
            facts: record.facts,
            seo_title: record.seoTitle,
            seo_description: record.seoDescription,
            status_before_trash: record.statusBeforeTrash,
          },
        }
      : {}),
    _links: itemLinks(shop.url + paths.restProducts, id),
  } satisfies ProductJson
}

const cents = (amount: number | null): string => (amount === null ? '' : priceString(amount))
const termJson = ({ id, name, slug }: Pick<Term, 'id' | 'name' | 'slug'>) => ({ id, name, slug })

const sameOf = (record: ProductRecord) =>
  Object.fromEntries(Object.entries(sameColumns).map(([name, column]) => [name, record[column]])) as {
    [Name in keyof typeof sameColumns]: ProductRecord[(typeof sameColumns)[Name]]
  }

/** The product's own price, or the lowest and highest of its variations or children. */
function pricesOf({ record, minPriceCents, maxPriceCents, onSale }: ProductItem, now: Date) {
  const ownPrice = priceAt(record, now)
  const isComposite = record.type === 'variable' || record.type === 'grouped'
  const [from, to] = isComposite ? [minPriceCents, maxPriceCents] : [ownPrice.cents, ownPrice.cents]
  if (from === null || to === null) return null
  return {
    currency: shopCurrency,
    currentCents: from,
    regularCents: record.regularPriceCents ?? from,
    isOnSale: isComposite ? onSale : ownPrice.isSale,
    range: from === to ? null : { minCents: from, maxCents: to },
  }
}

function attributeJson({ isLocal, values, ...attribute }: ReturnType<typeof attributesOf>[number]) {
  const chosen = values.find(({ slug }) => slug === attribute.defaultSlug)
  return {
    id: isLocal ? 0 : attribute.id,
    name: attribute.label,
    slug: isLocal ? attribute.label : attribute.slug,
    position: attribute.position,
    visible: attribute.isVisible,
    variation: attribute.isForVariations,
    options: values.map(({ name }) => name),
    default: chosen ? (isLocal ? chosen.name : chosen.slug) : null,
  }
}

const THUMBNAIL = 324

/** A picture of a variation or term; those of products name their sizes, too. */
export const pictureJson = (url: string) => (row: MediaRow) => ({
  id: row.id,
  ...timeFields('date_created', row.createdAt),
  ...timeFields('date_modified', row.updatedAt),
  src: url + hrefs.upload(row.path),
  name: row.title,
  alt: row.alt,
})

const imageJson = (url: string) => (row: MediaRow) => ({
  ...pictureJson(url)(row),
  srcset: absoluteSources(row, row.width, url).srcSet,
  sizes: `(max-width: ${row.width}px) 100vw, ${row.width}px`,
  thumbnail: url + pictureHref(row, THUMBNAIL),
})
