import { z } from 'zod'
import { currency, extensions, imageShape, links, minorUnits } from './common.ts'

const linkedTerm = z.strictObject({
  id: z.int().describe('Number of the term.'),
  name: z.string().describe('Name, as HTML.'),
  slug: z.string().describe('Its part of addresses.'),
  link: z.string().describe('Address of its page.'),
})

const attribute = z.strictObject({
  id: z.int().describe('Number of the attribute.'),
  name: z.string().describe('Name, as HTML.'),
  taxonomy: z.string().nullable().describe('Its name in other calls.'),
  has_variations: z.boolean().describe('Whether variations differ in it.'),
  terms: z
    .array(
      z.strictObject({
        id: z.int().describe('Number of the value.'),
        name: z.string().describe('Name, as HTML.'),
        slug: z.string().describe('Its part of addresses.'),
        default: z.boolean().optional().describe('Whether it is chosen at first.'),
      }),
    )
    .describe('Its values.'),
})

const variation = z.strictObject({
  id: z.int().describe('Number of the variation.'),
  attributes: z
    .array(
      z.strictObject({
        name: z.string().describe('Name of the attribute, as HTML.'),
        value: z.string().nullable().describe('Its value; null: any.'),
      }),
    )
    .describe('What it is told apart by.'),
})

const button = z.strictObject({
  text: z.string().describe('Words on the button.'),
  description: z.string().describe('The same for screen readers.'),
  url: z.string().describe('Address behind the button.'),
  single_text: z.string().describe('Words on the button of the product’s own page.'),
  minimum: z.int().describe('Fewest pieces.'),
  maximum: z.int().describe('Most pieces.'),
  multiple_of: z.int().describe('Pieces come in multiples of this.'),
})

const product = {
  id: z.int().describe('Number of the product.'),
  name: z.string().describe('Name, as HTML.'),
  slug: z.string().describe('Its part of addresses.'),
  parent: z.int().describe('Number of the variable product of a variation, else 0.'),
  type: z.string().describe('Kind of product.'),
  variation: z.string().describe('What a variation is told apart by, in words.'),
  permalink: z.string().describe('Address of its page.'),
  sku: z.string().describe('The shop’s own number for it.'),
  short_description: z.string().describe('A few words about it, as HTML.'),
  description: z.string().describe('All about it, as HTML.'),
  on_sale: z.boolean().describe('Whether it costs less for now.'),
  prices: z
    .strictObject({
      price: minorUnits('Price now.'),
      regular_price: minorUnits('Price without a sale.'),
      sale_price: minorUnits('Price in a sale, else the price.'),
      price_range: z
        .strictObject({ min_amount: minorUnits('The lowest.'), max_amount: minorUnits('The highest.') })
        .nullable()
        .describe('From the cheapest variation to the dearest.'),
      ...currency,
    })
    .describe('Prices.'),
  price_html: z.string().describe('The price as pages show it, as HTML.'),
  average_rating: z.string().describe('Mean of its stars.'),
  review_count: z.int().describe('How many reviews it has.'),
  images: z.array(imageShape).describe('Its pictures.'),
  categories: z.array(linkedTerm).describe('Its categories.'),
  tags: z.array(linkedTerm).describe('Its tags.'),
  brands: z.array(linkedTerm).describe('Its brands.'),
  attributes: z.array(attribute).describe('What it is told apart by.'),
  variations: z.array(variation).describe('Its variations.'),
  grouped_products: z.array(z.int()).describe('Numbers of the products in a group.'),
  has_options: z.boolean().describe('Whether something is to be chosen before it can be bought.'),
  is_purchasable: z.boolean().describe('Whether it can be bought.'),
  is_in_stock: z.boolean().describe('Whether it can be had now.'),
  is_on_backorder: z.boolean().describe('Whether it can be ordered and comes later.'),
  low_stock_remaining: z.int().nullable().describe('How many are left, when only few are.'),
  stock_availability: z
    .strictObject({ text: z.string().describe('In words.'), class: z.string().describe('As a class name.') })
    .describe('Whether it can be had.'),
  sold_individually: z.boolean().describe('Whether an order takes only one.'),
  weight: z.string().describe('Weight in grams, as text.'),
  dimensions: z
    .strictObject({
      length: z.string().describe('Length.'),
      width: z.string().describe('Width.'),
      height: z.string().describe('Height.'),
    })
    .describe('Size; not kept in this shop.'),
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
  term: z.int().describe('Number of the term.'),
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
      .describe('From the cheapest to the dearest.'),
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
