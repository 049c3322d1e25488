import { parseShopTime, toGmtIso, toLocalIso } from '../../../../platform/time/shop-time.ts'
import type { TeaFacts } from '../../facts.ts'
import type { ProductJson } from '../../rest/products/product-json.ts'

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
type SamovarValues = Omit<NonNullable<ProductJson['samovar']>, 'version' | 'facts' | 'status_before_trash'> & {
  readonly version?: number | undefined
  readonly facts: TeaFacts | null
}
const emptySamovar: SamovarValues = { subtitle: '', net_grams: null, facts: null, seo_title: '', seo_description: '' }

const idsOf = (all: readonly { readonly id: number }[]): number[] => all.map(({ id }) => id)
const withIds = (ids: readonly number[]) => ids.map((id) => ({ id }))
/** `datetime-local` fields have no seconds. */
const minuteOf = (time: string | null): string => time?.slice(0, 16) ?? ''
/** -1 is no limit in the API. */
export const limitOf = (limit: number): number | null => (limit < 0 ? null : limit)

const isOpen = ({ status, date_created: date }: ProductJson): boolean =>
  (status === 'draft' || status === 'pending') && (date ?? '') <= toLocalIso(new Date())

/** The form's values, most of them as in the API. */
export const toValues = ({ samovar = emptySamovar as ProductJson['samovar'], ...item }: ProductJson) => ({
  ...item,
  // A scheduled product is a published one with a future date; an empty date means the moment of publishing.
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
    ...(samovar as SamovarValues),
    facts: { ...noFacts, ...samovar?.facts },
    stock_change: null as number | null,
  },
})

export type ProductValues = ReturnType<typeof toValues>

/** A new product is simple, taxed and a draft. */
export const emptyValues = {
  name: '',
  slug: '',
  description: '',
  short_description: '',
  purchase_note: '',
  sku: '',
  global_unique_id: '',
  type: 'simple',
  virtual: false,
  downloadable: false,
  downloads: [],
  external_url: '',
  button_text: '',
  regular_price: '',
  sale_price: '',
  date_on_sale_from: '',
  date_on_sale_to: '',
  tax_class: '',
  tax_status: 'taxable',
  manage_stock: false,
  stock_quantity: null,
  stock_status: 'instock',
  backorders: 'no',
  low_stock_amount: null,
  sold_individually: false,
  weight: '',
  shipping_class: '',
  dimensions: { length: '', width: '', height: '' },
  upsell_ids: [],
  cross_sell_ids: [],
  grouped_products: [],
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
  samovar: { ...emptySamovar, facts: noFacts, stock_change: null },
} as unknown as ProductValues

/** A tea without a kind has no facts; empty optional facts are left out. */
const factsOf = ({ kind, cultivar, harvest, elevation, ...facts }: typeof noFacts) => {
  const extra = { cultivar: cultivar || undefined, harvest: harvest || undefined, elevation: elevation || undefined }
  return kind === '' ? null : { ...facts, ...extra, kind }
}

/** The body of a request. Stock is sent as a difference, because orders may have changed it since. */
export function toBody({ date, slug, stock_quantity: _, samovar, ...values }: ProductValues) {
  const { stock_change, facts, ...samovarFields } = samovar
  const at = parseShopTime(date)
  return {
    ...values,
    ...(samovarFields.version === undefined && slug === '' ? {} : { slug }),
    date_created_gmt: at ? toGmtIso(at) : '',
    download_limit: values.download_limit ?? -1,
    download_expiry: values.download_expiry ?? -1,
    categories: withIds(values.categories),
    tags: withIds(values.tags),
    brands: withIds(values.brands),
    images: withIds(values.images),
    samovar: { ...samovarFields, facts: factsOf(facts), ...(stock_change ? { stock_change } : {}) },
  }
}

/** The fields that users with access to texts only may send. */
export function toTextBody(values: ProductValues) {
  const { name, slug, description, short_description, purchase_note, samovar } = values
  const { version, seo_title, seo_description } = samovar
  const texts = { name, slug, description, short_description, purchase_note }
  return { ...texts, samovar: { version, seo_title, seo_description } }
}
