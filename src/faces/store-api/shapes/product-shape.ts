import { z } from 'zod'
import { currency, extensions, imageShape, links, minorUnits } from './common.ts'

const linkedTerm = z.strictObject({
  id: z.int().describe('Id of the term.'),
  name: z.string().describe('Name, as HTML.'),
  slug: z.string().describe('Slug.'),
  link: z.string().describe('URL of its page.'),
})

const attribute = z.strictObject({
  id: z.int().describe('Id of the attribute.'),
  name: z.string().describe('Name, as HTML.'),
  taxonomy: z.string().nullable().describe('Its key in other calls.'),
  has_variations: z.boolean().describe('Whether variations differ in it.'),
  terms: z
    .array(
      z.strictObject({
        id: z.int().describe('Id of the value.'),
        name: z.string().describe('Name, as HTML.'),
        slug: z.string().describe('Slug.'),
        default: z.boolean().optional().describe('Whether it is chosen at first.'),
      }),
    )
    .describe('Its values.'),
})

const variation = z.strictObject({
  id: z.int().describe('Id of the variation.'),
  attributes: z
    .array(
      z.strictObject({
        name: z.string().describe('Name of the attribute, as HTML.'),
        value: z.string().nullable().describe('Its value; null: any.'),
      }),
    )
    .describe('Attributes.'),
})

const button = z.strictObject({
  text: z.string().describe('Button text.'),
  description: z.string().describe('The same for screen readers.'),
  url: z.string().describe('URL of the button.'),
  single_text: z.string().describe('Button text on the product page.'),
  minimum: z.int().describe('Minimum quantity.'),
  maximum: z.int().describe('Maximum quantity.'),
  multiple_of: z.int().describe('The quantity is a multiple of this.'),
})

const product = {
  id: z.int().describe('Id of the product.'),
  name: z.string().describe('Name, as HTML.'),
  slug: z.string().describe('Slug.'),
  parent: z.int().describe('Id of the parent product of a variation, else 0.'),
  type: z.string().describe('Kind of product.'),
  variation: z.string().describe('Attributes of a variation, as text.'),
  permalink: z.string().describe('URL of its page.'),
  sku: z.string().describe('The shop’s own number for it.'),
  short_description: z.string().describe('Short description, as HTML.'),
  description: z.string().describe('Full description, as HTML.'),
  on_sale: z.boolean().describe('Whether it costs less for now.'),
  prices: z
    .strictObject({
      price: minorUnits('Price now.'),
      regular_price: minorUnits('Price without a sale.'),
      sale_price: minorUnits('Price in a sale, else the price.'),
      price_range: z
        .strictObject({ min_amount: minorUnits('The lowest.'), max_amount: minorUnits('The highest.') })
        .nullable()
        .describe('From the cheapest to the most expensive variation.'),
      ...currency,
    })
    .describe('Prices.'),
  price_html: z.string().describe('The price as pages show it, as HTML.'),
  average_rating: z.string().describe('Average rating.'),
  review_count: z.int().describe('Number of reviews.'),
  images: z.array(imageShape).describe('Its pictures.'),
  categories: z.array(linkedTerm).describe('Its categories.'),
  tags: z.array(linkedTerm).describe('Its tags.'),
  brands: z.array(linkedTerm).describe('Its brands.'),
  attributes: z.array(attribute).describe('Attributes.'),
  variations: z.array(variation).describe('Its variations.'),
  grouped_products: z.array(z.int()).describe('Ids of the grouped products.'),
  has_options: z.boolean().describe('Whether something is to be chosen before it can be bought.'),
  is_purchasable: z.boolean().describe('Whether it can be bought.'),
  is_in_stock: z.boolean().describe('Whether it can be had now.'),
  is_on_backorder: z.boolean().describe('Whether it is on backorder.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if low.'),
  stock_availability: z
    .strictObject({ text: z.string().describe('Text.'), class: z.string().describe('As a class name.') })
    .describe('Whether it can be had.'),
  sold_individually: z.boolean().describe('Whether it is limited to one per order.'),
  weight: z.string().describe('Weight in grams, as text.'),
  dimensions: z
    .strictObject({
      length: z.string().describe('Length.'),
      width: z.string().describe('Width.'),
      height: z.string().describe('Height.'),
    })
    .describe('Dimensions; not used in this shop.'),
  formatted_weight: z.string().describe('Weight with its unit.'),
  formatted_dimensions: z.string().describe('Size with its unit.'),
  add_to_cart: button.describe('The button.'),
  is_password_protected: z.boolean().describe('Whether its page asks for a password.'),
  extensions,
}

export const productShape = z.strictObject({ ...product, _links: links }).meta({ id: 'Product' })
/** Embedded in another response, without `_links`. */
export const embeddedProductShape = z.strictObject(product).meta({ id: 'ProductPart' })

const termCount = z.strictObject({
  term: z.int().describe('Id of the term.'),
  count: z.int().describe('Products that have it.'),
})

export const collectionDataShape = z
  .strictObject({
    price_range: z
      .strictObject({
        min_price: minorUnits('The lowest price.'),
        max_price: minorUnits('The highest price.'),
        ...currency,
      })
      .nullable()
      .describe('From the lowest to the highest.'),
    attribute_counts: z.array(termCount).nullable().describe('Products by value of the attributes asked for.'),
    rating_counts: z
      .array(z.strictObject({ rating: z.int().describe('Stars.'), count: z.int().describe('Products.') }))
      .nullable()
      .describe('Products by stars.'),
    stock_status_counts: z
      .array(
        z.strictObject({
          status: z.string().describe('Stock status.'),
          count: z.string().describe('Products, as text.'),
        }),
      )
      .nullable()
      .describe('Products by stock status.'),
    taxonomy_counts: z.array(termCount).nullable().describe('Products by term of the taxonomies asked for.'),
  })
  .meta({ id: 'CollectionData' })

export type ProductJson = z.infer<typeof productShape>
export type CollectionDataJson = z.infer<typeof collectionDataShape>
