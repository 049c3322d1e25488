import { renderToStaticMarkup } from 'react-dom/server'
import { convertPrice, type Exchange } from '../../platform/money/exchange.ts'
import { priceString, shopCurrency } from '../../platform/money/money.ts'
import { type AjaxHandler, ajaxEmpty, ajaxJson } from '../../platform/web/ajax.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { shownExchange } from '../../platform/web/currency.ts'
import { formFields } from '../../platform/web/form.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { Picture } from '../../things/media/media.table.ts'
import { absoluteSources, pictureHref } from '../../things/media/picture-sizes.ts'
import type { SiteSettings, WeightUnit } from '../../things/settings/site-settings.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { findProduct } from './catalog.store.ts'
import { matchVariation } from './match-variation.ts'
import { dimensionsOf, dimensionsText, weightIn } from './pack-size.ts'
import { Price } from './pages/price.tsx'
import {
  availabilityOf,
  isPurchasable,
  maxQuantity,
  type Product,
  priceAt,
  priceRange,
  type Variation,
} from './product.ts'
import { unlockProduct } from './product-password.ts'

export type VariationData = ReturnType<typeof variationData>
export type VariationImage = ReturnType<typeof imageOf>

const SINGLE = 720
const THUMBNAIL = 160
const CARD = 324

type VariationContext = {
  now: Date
  lowStock: number
  shopUrl: string
  weightUnit: WeightUnit
  exchange: Exchange | null
}

/** A variation in `data-product_variations` and from `?wc-ajax=get_variation` (wc-ajax-get-variation.json). */
export function variationData(
  variation: Variation,
  { now, lowStock, shopUrl, weightUnit, exchange }: VariationContext,
) {
  const decimal = (cents: number | null) =>
    Number(priceString(convertPrice(cents ?? 0, exchange), exchange?.currency ?? shopCurrency))
  const price = priceAt(variation, now)
  const range = priceRange({ ...variation, variations: [] }, now)
  const availability = availabilityOf(variation, lowStock)
  const weight = weightIn(variation.weightGrams, weightUnit)
  return {
    attributes: Object.fromEntries(
      Object.entries(variation.choices).map(([slug, value]) => [`attribute_${slug}`, value]),
    ),
    availability_html: renderToStaticMarkup(<p className={`stock ${availability.className}`}>{availability.text}</p>),
    backorders_allowed: variation.stock.tracksInventory && variation.stock.backorders !== 'no',
    dimensions: dimensionsOf(variation),
    dimensions_html: dimensionsText(variation) || 'N/A',
    display_price: decimal(price.cents),
    /** Read by scripts of payment gateways. */
    display_price_cents: convertPrice(price.cents ?? 0, exchange),
    display_regular_price: decimal(variation.regularPriceCents),
    gallery_image_ids: [],
    gallery_images_html: '',
    image: variation.picture && imageOf(variation.picture, shopUrl),
    image_id: variation.picture?.id ?? 0,
    is_downloadable: variation.isDownloadable,
    is_in_stock: availability.isAvailable,
    is_purchasable: isPurchasable(variation, now),
    is_sold_individually: variation.isSoldIndividually ? ('yes' as const) : ('no' as const),
    is_virtual: variation.isVirtual,
    max_qty: maxQuantity(variation) ?? ('' as const),
    min_qty: 1,
    price_html: range
      ? renderToStaticMarkup(
          <span className="price">
            <Price range={range} exchange={exchange} />
          </span>,
        )
      : '',
    sku: variation.sku,
    variation_description: variation.isLocked ? '' : variation.description,
    variation_id: variation.id,
    variation_is_active: true,
    variation_is_visible: price.cents !== null,
    weight,
    weight_html: weight === '' ? 'N/A' : `${weight} ${weightUnit}`,
  }
}

export const productVariationData = (product: Product, context: VariationContext): VariationData[] =>
  product.variations.map((variation) => variationData(variation, context)).filter((data) => data.variation_is_visible)

function imageOf(picture: Picture, shopUrl: string) {
  const heightFor = (width: number) => Math.round((width * picture.height) / picture.width)
  const { src, srcSet } = absoluteSources(picture, SINGLE, shopUrl)
  const absolute = (path: string): string => `${shopUrl}${path}`
  return {
    title: picture.title,
    caption: picture.caption,
    url: absolute(hrefs.upload(picture.path)),
    alt: picture.alt,
    src,
    srcset: srcSet,
    sizes: `(max-width: ${SINGLE}px) 100vw, ${SINGLE}px`,
    full_src: absolute(hrefs.upload(picture.path)),
    full_src_w: picture.width,
    full_src_h: picture.height,
    gallery_thumbnail_src: absolute(pictureHref(picture, THUMBNAIL)),
    gallery_thumbnail_src_w: THUMBNAIL,
    gallery_thumbnail_src_h: heightFor(THUMBNAIL),
    thumb_src: absolute(pictureHref(picture, CARD)),
    thumb_src_w: CARD,
    thumb_src_h: heightFor(CARD),
    src_w: SINGLE,
    src_h: heightFor(SINGLE),
  }
}

export const getVariationHandler: AjaxHandler<
  Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithSettings<InventorySettings & SiteSettings>
> = async (context, shop) => {
  const fields = await formFields(context)
  if (!fields.product_id) return ajaxEmpty(context)
  if (!/^[1-9][0-9]{0,8}$/.test(fields.product_id)) return ajaxJson(context, false)
  const product = await findProduct(shop.db, { id: Number(fields.product_id) })
  if (product?.type !== 'variable') return ajaxJson(context, false)
  const slugs = product.attributes.filter((attribute) => attribute.isForVariations).map((attribute) => attribute.slug)
  const choices = Object.fromEntries(slugs.map((slug) => [slug, fields[`attribute_${slug}`] ?? '']))
  const { lowStockThreshold: lowStock, weightUnit } = shop.settings()
  const variations = productVariationData((await unlockProduct(context, shop, product)) ?? product, {
    now: shop.now(),
    lowStock,
    weightUnit,
    shopUrl: shop.url,
    exchange: shownExchange(context),
  })
  return ajaxJson(context, matchVariation(variations, slugs, choices) ?? false)
}
