import { z } from 'zod'
import * as s from './common.ts'

const linkedTerm = z.strictObject({
  id: s.int('Id of the term.'),
  name: s.text('Name, as HTML.'),
  slug: s.text('Slug.'),
  link: s.text('URL of its page.'),
})

const attribute = z.strictObject({
  id: s.int('Id of the attribute.'),
  name: s.text('Name, as HTML.'),
  taxonomy: z.string().nullable().describe('Its key in other calls.'),
  has_variations: s.flag('Whether variations differ in it.'),
  terms: s.objects('Its values.', {
    id: s.int('Id of the value.'),
    name: s.text('Name, as HTML.'),
    slug: s.text('Slug.'),
    default: z.boolean().optional().describe('Whether it is chosen at first.'),
  }),
})

const variation = z.strictObject({
  id: s.int('Id of the variation.'),
  attributes: s.objects('Attributes.', {
    name: s.text('Name of the attribute, as HTML.'),
    value: z.string().nullable().describe('Its value; null: any.'),
  }),
})

const button = z.strictObject({
  text: s.text('Button text.'),
  description: s.text('The same for screen readers.'),
  url: s.text('URL of the button.'),
  single_text: s.text('Button text on the product page.'),
  minimum: s.int('Minimum quantity.'),
  maximum: s.int('Maximum quantity.'),
  multiple_of: s.int('The quantity is a multiple of this.'),
})

const product = {
  id: s.int('Id of the product.'),
  name: s.text('Name, as HTML.'),
  slug: s.text('Slug.'),
  parent: s.int('Id of the parent product of a variation, else 0.'),
  type: s.text('Kind of product.'),
  variation: s.text('Attributes of a variation, as text.'),
  permalink: s.text('URL of its page.'),
  sku: s.text('The shop’s own number for it.'),
  short_description: s.text('Short description, as HTML.'),
  description: s.text('Full description, as HTML.'),
  on_sale: s.flag('Whether it costs less for now.'),
  prices: s.object('Prices.', {
    price: s.cents('Price now.'),
    regular_price: s.cents('Price without a sale.'),
    sale_price: s.cents('Price in a sale, else the price.'),
    price_range: s.priceRange,
    ...s.currency,
  }),
  price_html: s.text('The price as pages show it, as HTML.'),
  average_rating: s.text('Average rating.'),
  review_count: s.int('Number of reviews.'),
  images: s.list('Its pictures.', s.imageShape),
  categories: s.list('Its categories.', linkedTerm),
  tags: s.list('Its tags.', linkedTerm),
  brands: s.list('Its brands.', linkedTerm),
  attributes: s.list('Attributes.', attribute),
  variations: s.list('Its variations.', variation),
  grouped_products: s.list('Ids of the grouped products.', z.int()),
  has_options: s.flag('Whether something is to be chosen before it can be bought.'),
  is_purchasable: s.flag('Whether it can be bought.'),
  is_in_stock: s.flag('Whether it can be had now.'),
  is_on_backorder: s.flag('Whether it is on backorder.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if low.'),
  stock_availability: s.object('Whether it can be had.', { text: s.text('Text.'), class: s.text('As a class name.') }),
  sold_individually: s.flag('Whether it is limited to one per order.'),
  weight: s.text('Weight in the unit of `formatted_weight`, as text.'),
  dimensions: s.object('Dimensions; not used in this shop.', {
    length: s.text('Length.'),
    width: s.text('Width.'),
    height: s.text('Height.'),
  }),
  formatted_weight: s.text('Weight with its unit.'),
  formatted_dimensions: s.text('Size with its unit.'),
  add_to_cart: button.describe('The button.'),
  is_password_protected: s.flag('Whether its page asks for a password.'),
  extensions: s.extensions,
}

export const productShape = s.named('Product', { ...product, _links: s.links })
export const embeddedProductShape = s.named('ProductPart', product)

const termCount = { term: s.int('Id of the term.'), count: s.int('Products that have it.') }

export const collectionDataShape = s.named('CollectionData', {
  price_range: s.nullable('From the lowest to the highest.', {
    min_price: s.cents('The lowest price.'),
    max_price: s.cents('The highest price.'),
    ...s.currency,
  }),
  attribute_counts: s.nullableList('Products by value of the attributes asked for.', termCount),
  rating_counts: s.nullableList('Products by stars.', { rating: s.int('Stars.'), count: s.int('Products.') }),
  stock_status_counts: s.nullableList('Products by stock status.', {
    status: s.text('Stock status.'),
    count: s.text('Products, as text.'),
  }),
  taxonomy_counts: s.nullableList('Products by term of the taxonomies asked for.', termCount),
})

const term = {
  id: s.int('Id of the term.'),
  name: s.text('Name, as HTML.'),
  slug: s.text('Slug.'),
  description: s.text('Description, as HTML.'),
  parent: s.int('Id of the parent, 0 for none.'),
  count: s.int('Published products in it.'),
}

export const termShape = s.named('Term', term)

export const categoryShape = s.named('Category', {
  ...term,
  image: s.imageShape.nullable().describe('Its picture.'),
  review_count: s.int('Reviews of its products.'),
  permalink: s.text('URL of its page.'),
})

export const attributeShape = s.named('Attribute', {
  id: s.int('Id of the attribute.'),
  name: s.text('Name, as HTML.'),
  taxonomy: s.text('Its key in other calls.'),
  type: s.text('Input type.'),
  order: s.text('Sort order of its values.'),
  has_archives: s.flag('Whether its values have pages.'),
  count: s.int('Number of values.'),
})

export const reviewShape = s.named('Review', {
  id: s.int('Id of the review.'),
  date_created: s.text('When it was written, on the clock of the shop.'),
  formatted_date_created: s.text('Formatted date.'),
  date_created_gmt: s.text('When it was written, in Greenwich.'),
  product_id: s.int('Id of the product.'),
  product_name: s.text('Name of the product, as HTML.'),
  product_permalink: s.text('URL of its page.'),
  product_image: s.imageShape.nullable().describe('Featured image.'),
  reviewer: s.text('Name of the reviewer, as HTML.'),
  review: s.text('What they wrote, as HTML.'),
  rating: z.int().min(0).max(5).describe('Stars, 0 for none.'),
  verified: s.flag('Whether they have bought it.'),
  reviewer_avatar_urls: z.strictObject({ '24': z.string(), '48': z.string(), '96': z.string() }),
})

export type ProductJson = z.infer<typeof productShape>
export type CollectionDataJson = z.infer<typeof collectionDataShape>
export type TermJson = z.infer<typeof termShape>
export type CategoryJson = z.infer<typeof categoryShape>
export type AttributeJson = z.infer<typeof attributeShape>
export type ReviewJson = z.infer<typeof reviewShape>
