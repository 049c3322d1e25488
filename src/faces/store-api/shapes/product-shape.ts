import { z } from 'zod'
import * as s from './common.ts'

const linkedTerm = z.strictObject({
  id: s.int('ID of the term.'),
  name: s.text('Name, as HTML.'),
  slug: s.text('Slug.'),
  link: s.text('URL of the term page.'),
})

const attribute = z.strictObject({
  id: s.int('ID of the attribute.'),
  name: s.text('Name, as HTML.'),
  taxonomy: z.string().nullable().describe('Taxonomy slug of the attribute, such as `pa_origin`.'),
  has_variations: s.flag('Whether the attribute is used for variations.'),
  terms: s.objects('Values of the attribute.', {
    id: s.int('ID of the value.'),
    name: s.text('Name, as HTML.'),
    slug: s.text('Slug.'),
    default: z.boolean().optional().describe('Whether the value is selected by default.'),
  }),
})

const variation = z.strictObject({
  id: s.int('ID of the variation.'),
  attributes: s.objects('Attributes.', {
    name: s.text('Name of the attribute, as HTML.'),
    value: z.string().nullable().describe('Slug of the value. Null if the variation accepts any value.'),
  }),
})

const button = z.strictObject({
  text: s.text('Button text.'),
  description: s.text('Button text for screen readers.'),
  url: s.text('URL of the button.'),
  single_text: s.text('Button text on the product page.'),
  minimum: s.int('Minimum quantity.'),
  maximum: s.int('Maximum quantity.'),
  multiple_of: s.int('The quantity must be a multiple of this number.'),
})

const product = {
  id: s.int('ID of the product.'),
  name: s.text('Name, as HTML.'),
  slug: s.text('Slug.'),
  parent: s.int('ID of the parent product of a variation. 0 for other products.'),
  type: s.text('Type of product.'),
  variation: s.text('Attributes of a variation, formatted as text.'),
  permalink: s.text('URL of the product page.'),
  sku: s.text('SKU (stock keeping unit).'),
  short_description: s.text('Short description, as HTML.'),
  description: s.text('Full description, as HTML.'),
  on_sale: s.flag('Whether the product is on sale.'),
  prices: s.object('Prices.', s.prices),
  price_html: s.text('Price as displayed on pages, as HTML.'),
  average_rating: s.text('Average rating.'),
  review_count: s.int('Number of reviews.'),
  images: s.list('Images of the product.', s.imageShape),
  categories: s.list('Categories of the product.', linkedTerm),
  tags: s.list('Tags of the product.', linkedTerm),
  brands: s.list('Brands of the product.', linkedTerm),
  attributes: s.list('Attributes.', attribute),
  variations: s.list('Variations of the product.', variation),
  grouped_products: s.list('IDs of the grouped products.', z.int()),
  has_options: s.flag('Whether options must be chosen before the product can be bought.'),
  is_purchasable: s.flag('Whether the product can be bought.'),
  is_in_stock: s.flag('Whether the product is in stock or on backorder.'),
  is_on_backorder: s.flag('Whether the product is on backorder.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if it is low. Null otherwise.'),
  stock_availability: s.object('Availability of the product.', {
    text: s.text('Availability text.'),
    class: s.text('CSS class name.'),
  }),
  sold_individually: s.flag('Whether an order can contain only one of this product.'),
  weight: s.text('Weight as text, in the unit of `formatted_weight`.'),
  dimensions: s.object('Dimensions in centimetres.', {
    length: s.text('Length.'),
    width: s.text('Width.'),
    height: s.text('Height.'),
  }),
  formatted_weight: s.text('Weight with its unit.'),
  formatted_dimensions: s.text('Dimensions with their unit.'),
  add_to_cart: button.describe('Data for the “Add to cart” button.'),
  is_password_protected: s.flag('Whether the product page requires a password.'),
  extensions: s.extensions,
}

export const productShape = s.named('Product', { ...product, _links: s.links })
export const embeddedProductShape = s.named('ProductPart', product)

const termCount = { term: s.int('ID of the term.'), count: s.int('Number of products with the term.') }

export const collectionDataShape = s.named('CollectionData', {
  price_range: s.nullable('Price range of the products. Null unless requested.', {
    min_price: s.cents('The lowest price.'),
    max_price: s.cents('The highest price.'),
    ...s.currency,
  }),
  attribute_counts: s.nullableList(
    'Number of products per value of the requested attributes. Null unless requested.',
    termCount,
  ),
  rating_counts: s.nullableList('Number of products per rating. Null unless requested.', {
    rating: s.int('Rating, in stars.'),
    count: s.int('Number of products.'),
  }),
  stock_status_counts: s.nullableList('Number of products per stock status. Null unless requested.', {
    status: s.text('Stock status.'),
    count: s.text('Number of products, as text.'),
  }),
  taxonomy_counts: s.nullableList(
    'Number of products per term of the requested taxonomies. Null unless requested.',
    termCount,
  ),
})

const term = {
  id: s.int('ID of the term.'),
  name: s.text('Name, as HTML.'),
  slug: s.text('Slug.'),
  description: s.text('Description, as HTML.'),
  parent: s.int('ID of the parent term. 0 if there is none.'),
  count: s.int('Number of published products with the term.'),
}

export const termShape = s.named('Term', term)

export const categoryShape = s.named('Category', {
  ...term,
  image: s.imageShape.nullable().describe('Image of the category.'),
  review_count: s.int('Number of reviews of products in the category.'),
  permalink: s.text('URL of the category page.'),
})

export const attributeShape = s.named('Attribute', {
  id: s.int('ID of the attribute.'),
  name: s.text('Name, as HTML.'),
  taxonomy: s.text('Taxonomy slug of the attribute, such as `pa_origin`.'),
  type: s.text('Input type.'),
  order: s.text('Sort order of the values.'),
  has_archives: s.flag('Whether there are pages for the values.'),
  count: s.int('Number of values.'),
})

export const reviewShape = s.named('Review', {
  id: s.int('ID of the review.'),
  date_created: s.text('Date of the review, in the time zone of the shop.'),
  formatted_date_created: s.text('Formatted date.'),
  date_created_gmt: s.text('Date of the review, in GMT.'),
  product_id: s.int('ID of the product.'),
  product_name: s.text('Name of the product, as HTML.'),
  product_permalink: s.text('URL of the product page.'),
  product_image: s.imageShape.nullable().describe('Image of the product.'),
  reviewer: s.text('Name of the reviewer, as HTML.'),
  review: s.text('Text of the review, as HTML.'),
  rating: z.int().min(0).max(5).describe('Rating, from 1 to 5 stars. 0 if none was given.'),
  verified: s.flag('Whether the reviewer bought the product.'),
  reviewer_avatar_urls: z.strictObject({ '24': z.string(), '48': z.string(), '96': z.string() }),
})

export type ProductJson = z.infer<typeof productShape>
export type CollectionDataJson = z.infer<typeof collectionDataShape>
export type TermJson = z.infer<typeof termShape>
export type CategoryJson = z.infer<typeof categoryShape>
export type AttributeJson = z.infer<typeof attributeShape>
export type ReviewJson = z.infer<typeof reviewShape>
