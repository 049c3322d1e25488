import { z } from 'zod'
import {
  cents,
  currency,
  extensions,
  flag,
  imageShape,
  int,
  links,
  list,
  named,
  nullable,
  nullableList,
  object,
  objects,
  priceRange,
  text,
} from './common.ts'

const linkedTerm = z.strictObject({
  id: int('Id of the term.'),
  name: text('Name, as HTML.'),
  slug: text('Slug.'),
  link: text('URL of its page.'),
})

const attribute = z.strictObject({
  id: int('Id of the attribute.'),
  name: text('Name, as HTML.'),
  taxonomy: z.string().nullable().describe('Its key in other calls.'),
  has_variations: flag('Whether variations differ in it.'),
  terms: objects('Its values.', {
    id: int('Id of the value.'),
    name: text('Name, as HTML.'),
    slug: text('Slug.'),
    default: z.boolean().optional().describe('Whether it is chosen at first.'),
  }),
})

const variation = z.strictObject({
  id: int('Id of the variation.'),
  attributes: objects('Attributes.', {
    name: text('Name of the attribute, as HTML.'),
    value: z.string().nullable().describe('Its value; null: any.'),
  }),
})

const button = z.strictObject({
  text: text('Button text.'),
  description: text('The same for screen readers.'),
  url: text('URL of the button.'),
  single_text: text('Button text on the product page.'),
  minimum: int('Minimum quantity.'),
  maximum: int('Maximum quantity.'),
  multiple_of: int('The quantity is a multiple of this.'),
})

const product = {
  id: int('Id of the product.'),
  name: text('Name, as HTML.'),
  slug: text('Slug.'),
  parent: int('Id of the parent product of a variation, else 0.'),
  type: text('Kind of product.'),
  variation: text('Attributes of a variation, as text.'),
  permalink: text('URL of its page.'),
  sku: text('The shop’s own number for it.'),
  short_description: text('Short description, as HTML.'),
  description: text('Full description, as HTML.'),
  on_sale: flag('Whether it costs less for now.'),
  prices: object('Prices.', {
    price: cents('Price now.'),
    regular_price: cents('Price without a sale.'),
    sale_price: cents('Price in a sale, else the price.'),
    price_range: priceRange,
    ...currency,
  }),
  price_html: text('The price as pages show it, as HTML.'),
  average_rating: text('Average rating.'),
  review_count: int('Number of reviews.'),
  images: list('Its pictures.', imageShape),
  categories: list('Its categories.', linkedTerm),
  tags: list('Its tags.', linkedTerm),
  brands: list('Its brands.', linkedTerm),
  attributes: list('Attributes.', attribute),
  variations: list('Its variations.', variation),
  grouped_products: list('Ids of the grouped products.', z.int()),
  has_options: flag('Whether something is to be chosen before it can be bought.'),
  is_purchasable: flag('Whether it can be bought.'),
  is_in_stock: flag('Whether it can be had now.'),
  is_on_backorder: flag('Whether it is on backorder.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if low.'),
  stock_availability: object('Whether it can be had.', { text: text('Text.'), class: text('As a class name.') }),
  sold_individually: flag('Whether it is limited to one per order.'),
  weight: text('Weight in the unit of `formatted_weight`, as text.'),
  dimensions: object('Dimensions; not used in this shop.', {
    length: text('Length.'),
    width: text('Width.'),
    height: text('Height.'),
  }),
  formatted_weight: text('Weight with its unit.'),
  formatted_dimensions: text('Size with its unit.'),
  add_to_cart: button.describe('The button.'),
  is_password_protected: flag('Whether its page asks for a password.'),
  extensions,
}

export const productShape = named('Product', { ...product, _links: links })
/** Embedded in another response, without `_links`. */
export const embeddedProductShape = named('ProductPart', product)

const termCount = { term: int('Id of the term.'), count: int('Products that have it.') }

export const collectionDataShape = named('CollectionData', {
  price_range: nullable('From the lowest to the highest.', {
    min_price: cents('The lowest price.'),
    max_price: cents('The highest price.'),
    ...currency,
  }),
  attribute_counts: nullableList('Products by value of the attributes asked for.', termCount),
  rating_counts: nullableList('Products by stars.', { rating: int('Stars.'), count: int('Products.') }),
  stock_status_counts: nullableList('Products by stock status.', {
    status: text('Stock status.'),
    count: text('Products, as text.'),
  }),
  taxonomy_counts: nullableList('Products by term of the taxonomies asked for.', termCount),
})

const term = {
  id: int('Id of the term.'),
  name: text('Name, as HTML.'),
  slug: text('Slug.'),
  description: text('Description, as HTML.'),
  parent: int('Id of the parent, 0 for none.'),
  count: int('Published products in it.'),
}

export const termShape = named('Term', term)

export const categoryShape = named('Category', {
  ...term,
  image: imageShape.nullable().describe('Its picture.'),
  review_count: int('Reviews of its products.'),
  permalink: text('URL of its page.'),
})

export const attributeShape = named('Attribute', {
  id: int('Id of the attribute.'),
  name: text('Name, as HTML.'),
  taxonomy: text('Its key in other calls.'),
  type: text('Input type.'),
  order: text('Sort order of its values.'),
  has_archives: flag('Whether its values have pages.'),
  count: int('Number of values.'),
})

export const reviewShape = named('Review', {
  id: int('Id of the review.'),
  date_created: text('When it was written, on the clock of the shop.'),
  formatted_date_created: text('Formatted date.'),
  date_created_gmt: text('When it was written, in Greenwich.'),
  product_id: int('Id of the product.'),
  product_name: text('Name of the product, as HTML.'),
  product_permalink: text('URL of its page.'),
  product_image: imageShape.nullable().describe('Featured image.'),
  reviewer: text('Name of the reviewer, as HTML.'),
  review: text('What they wrote, as HTML.'),
  rating: z.int().min(0).max(5).describe('Stars, 0 for none.'),
  verified: flag('Whether they have bought it.'),
  reviewer_avatar_urls: z.strictObject({ '24': z.string(), '48': z.string(), '96': z.string() }),
})

export type ProductJson = z.infer<typeof productShape>
export type CollectionDataJson = z.infer<typeof collectionDataShape>
export type TermJson = z.infer<typeof termShape>
export type CategoryJson = z.infer<typeof categoryShape>
export type AttributeJson = z.infer<typeof attributeShape>
export type ReviewJson = z.infer<typeof reviewShape>
