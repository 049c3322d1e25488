/** Chosen options of a cart's lines, as the shopper reads them. */
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newBuyer } from '../../../test/running/buyer.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { products } from '../catalog/catalog.table.ts'
import { openTestCart, page } from './open-test-cart.ts'

const { ask, db } = await openTestCart()

const renameSize = (name: string) =>
  db
    .update(terms)
    .set({ name })
    .where(and(eq(terms.taxonomy, 'pa_size'), eq(terms.slug, '100-g')))

test('[MINI-01] mini-cart, cart and checkout show the names of chosen options, also after a term is renamed', async () => {
  await renameSize('Large Tin')
  const [variation] = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.choices} ->> 'pa_size' = '100-g'`)
  const buyer = newBuyer(ask)
  const miniCart = ({ fragments }: { fragments?: Readonly<Record<string, string>> }) =>
    fragments?.['div.widget_shopping_cart_content'] ?? ''
  expect(miniCart(await buyer.add(variation?.id ?? 0))).toContain('>Large Tin<')
  expect(await page(buyer, '/cart/')).toContain('>Large Tin<')
  expect(await page(buyer, '/checkout/')).toContain('>Large Tin<')

  await renameSize('Small Tin')
  const review = (await (await buyer.review(await buyer.openCheckout())).json()) as Parameters<typeof miniCart>[0]
  expect(review.fragments?.['.woocommerce-checkout-review-order-table']).toContain('>Small Tin<')
  const refreshed = await buyer.send('/?wc-ajax=get_refreshed_fragments')
  expect(miniCart((await refreshed.json()) as Parameters<typeof miniCart>[0])).toContain('>Small Tin<')
})
