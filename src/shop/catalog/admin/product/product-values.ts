import { parseShopTime, toGmtIso, toLocalIso } from '../../../../platform/time/shop-time.ts'
import type { TeaFacts } from '../../facts.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'

/** Fields that the form has under the names of the API. */
const sameNames = [
  ...([
    'name',
    'slug',
    'description',
    'short_description',
    'purchase_note',
    'type',
    'virtual',
    'downloadable',
  ] as const),
  ...(['regular_price', 'sale_price', 'tax_status', 'tax_class', 'sku', 'global_unique_id', 'manage_stock'] as const),
  ...(['stock_quantity', 'stock_status', 'backorders', 'low_stock_amount', 'sold_individually', 'weight'] as const),
  ...(['dimensions', 'shipping_class', 'upsell_ids', 'cross_sell_ids', 'grouped_products', 'external_url'] as const),
  ...(['button_text', 'downloads', 'meta_data', 'catalog_visibility', 'featured', 'post_password'] as const),
  ...(['reviews_allowed', 'menu_order'] as const),
] as const

/** Texts, which editors may write. */
const textNames: ReadonlySet<string> = new Set([
  ...(['name', 'slug', 'description', 'short_description', 'purchase_note', 'samovar'] as const),
])

const noFacts = {
  kind: '' as TeaFacts['kind'] | '',
  origin: '',
  country: '',
  cultivar: '',
  harvest: '',
  elevation: '',
  caffeine: 'medium' as TeaFacts['caffeine'],
  steeping: { grams: 3, millilitres: 200, celsius: 95, minutes: 3, infusions: 1 },
}

const idsOf = (all: readonly { readonly id: number }[]): number[] => all.map(({ id }) => id)
const withIds = (ids: readonly number[]) => ids.map((id) => ({ id }))
/** `datetime-local` fields have no seconds. */
const minuteOf = (time: string | null | undefined): string => time?.slice(0, 16) ?? ''
const limitOf = (limit: number): number | null => (limit < 0 ? null : limit)

const isOpen = ({ status, date_created: date }: ProductJson): boolean =>
  (status === 'draft' || status === 'pending') && (date ?? '') <= toLocalIso(new Date())

export const toValues = (item: ProductJson) => {
  const { version, subtitle, net_grams, facts, seo_title, seo_description } = item.samovar ?? noneOfOurs
  return {
    ...(Object.fromEntries(sameNames.map((name) => [name, item[name]])) as Pick<
      ProductJson,
      (typeof sameNames)[number]
    >),
    // What is scheduled is published at its date, and a draft without one to come at the moment of publishing.
    status: item.status === 'future' ? 'publish' : item.status,
    date: isOpen(item) ? '' : minuteOf(item.date_created),
    date_on_sale_from: minuteOf(item.date_on_sale_from),
    date_on_sale_to: minuteOf(item.date_on_sale_to),
    download_limit: limitOf(item.download_limit),
    download_expiry: limitOf(item.download_expiry),
    categories: idsOf(item.categories),
    tags: idsOf(item.tags),
    brands: idsOf(item.brands),
    images: idsOf(item.images),
    samovar: {
      version,
      subtitle,
      net_grams,
      seo_title,
      seo_description,
      facts: { ...noFacts, ...facts },
      stock_change: null as number | null,
    },
  }
}

const noneOfOurs = {
  version: undefined as number | undefined,
  subtitle: '',
  net_grams: null as number | null,
  facts: null as TeaFacts | null,
  seo_title: '',
  seo_description: '',
}

export type ProductValues = ReturnType<typeof toValues>

export const emptyValues: ProductValues = {
  name: '',
  slug: '',
  description: '',
  short_description: '',
  purchase_note: '',
  type: 'simple',
  virtual: false,
  downloadable: false,
  regular_price: '',
  sale_price: '',
  date_on_sale_from: '',
  date_on_sale_to: '',
  tax_status: 'taxable',
  tax_class: '',
  sku: '',
  global_unique_id: '',
  manage_stock: false,
  stock_quantity: null,
  stock_status: 'instock',
  backorders: 'no',
  low_stock_amount: null,
  sold_individually: false,
  weight: '',
  dimensions: { length: '', width: '', height: '' },
  shipping_class: '',
  upsell_ids: [],
  cross_sell_ids: [],
  grouped_products: [],
  external_url: '',
  button_text: '',
  downloads: [],
  download_limit: null,
  download_expiry: null,
  meta_data: [],
  catalog_visibility: 'visible',
  featured: false,
  post_password: '',
  reviews_allowed: true,
  menu_order: 0,
  status: 'draft',
  date: '',
  categories: [],
  tags: [],
  brands: [],
  images: [],
  samovar: { ...noneOfOurs, facts: noFacts, stock_change: null },
}

/** A tea that has no kind has no facts; those that it need not have are left out. */
const factsOf = ({ kind, cultivar, harvest, elevation, ...facts }: typeof noFacts) =>
  kind === ''
    ? null
    : {
        ...facts,
        kind,
        cultivar: cultivar || undefined,
        harvest: harvest || undefined,
        elevation: elevation || undefined,
      }

/** The body of a request. What is on hand is sent as the difference alone: orders may have changed it meanwhile. */
export function toBody({ date, slug, stock_quantity: _, samovar, ...values }: ProductValues) {
  const { version, stock_change, facts, ...texts } = samovar
  const isNew = version === undefined
  const at = parseShopTime(date)
  return {
    ...values,
    ...(isNew && slug === '' ? {} : { slug }),
    ...(at ? { date_created_gmt: toGmtIso(at) } : {}),
    download_limit: values.download_limit ?? -1,
    download_expiry: values.download_expiry ?? -1,
    categories: withIds(values.categories),
    tags: withIds(values.tags),
    brands: withIds(values.brands),
    images: withIds(values.images),
    samovar: {
      ...texts,
      ...(isNew ? {} : { version }),
      facts: factsOf(facts),
      ...(stock_change ? { stock_change } : {}),
    },
  }
}

/** What an editor may send. */
export function toTextBody(values: ProductValues) {
  const { samovar, ...body } = toBody(values)
  const { version, seo_title, seo_description } = { version: undefined, ...samovar }
  const texts = Object.fromEntries(Object.entries(body).filter(([name]) => textNames.has(name)))
  return { ...texts, samovar: { version, seo_title, seo_description } }
}
