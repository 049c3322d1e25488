import { itemLinks } from '../../../../platform/rest/links.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { slugify } from '../../../../things/entries/slug.ts'
import { dimensionsOf, weightIn } from '../../pack-size.ts'
import { type JsonShop, type ProductJson, pictureJson, productJson } from '../products/product-json.ts'
import { sameFields, sameInResponses, type VariationJson } from './variation-shape.ts'
import { type VariationItem, variationAttributes } from './variations.store.ts'

type Shared = Pick<ProductJson, keyof typeof sameInResponses | keyof typeof sameFields>

const sameOf = (json: ProductJson) =>
  Object.fromEntries(Object.entries(json).filter(([name]) => name in sameInResponses || name in sameFields)) as Shared

/** A variation as in `wc/v3`: values it lacks come from its product. */
export function variationJson({ parent, ...item }: VariationItem, shop: JsonShop, context: 'view' | 'edit') {
  const { record, shared, id } = item
  const { record: product } = parent
  const withParentValues = {
    ...record,
    sku: record.sku ?? product.sku,
    weightGrams: record.weightGrams ?? product.weightGrams,
    lengthCm: record.lengthCm ?? product.lengthCm,
    widthCm: record.widthCm ?? product.widthCm,
    heightCm: record.heightCm ?? product.heightCm,
    shippingClass: record.shippingClass || product.shippingClass,
  }
  const json = sameOf(productJson({ ...item, record: withParentValues }, shop, 'view'))
  const choices = record.choices ?? {}
  const attributes = variationAttributes(parent).flatMap(({ id: attribute, isLocal, label, slug, values }) => {
    const chosenSlug = choices[slug]
    if (!chosenSlug) return []
    const option = values.find((value) => value.slug === chosenSlug)?.name ?? chosenSlug
    return [{ id: isLocal ? 0 : attribute, name: label, slug: isLocal ? slugify(label) : slug, option }]
  })
  const [image = null] = record.pictureIds
    .flatMap((picture) => shared.pictures.get(picture) ?? [])
    .map(pictureJson(shop.url))
  const chosen = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ''))
  return {
    ...json,
    type: 'variation',
    permalink: shop.url + hrefs.product(product.slug, chosen),
    status: record.status,
    purchasable: json.price !== '' && record.status === 'publish' && product.status === 'publish',
    shipping_class_id: record.shippingClass === '' ? parent.shippingClassId : item.shippingClassId,
    image,
    gallery_image_ids: record.pictureIds.slice(1),
    attributes,
    name: attributes.map(({ option }) => option).join(', '),
    parent_id: parent.id,
    ...(context === 'edit'
      ? {
          samovar: {
            version: record.version,
            net_grams: record.netGrams,
            sku: record.sku ?? '',
            weight: weightIn(record.weightGrams, shop.settings().weightUnit),
            dimensions: dimensionsOf(record),
            shipping_class: record.shippingClass,
          },
        }
      : {}),
    _links: {
      ...itemLinks(`${shop.url}${paths.restProducts}/${parent.id}/variations`, id),
      up: [{ href: `${shop.url}${paths.restProducts}/${parent.id}` }],
    },
  } satisfies VariationJson
}
