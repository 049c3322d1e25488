import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { loadSellables } from '../../catalog/catalog.store.ts'
import { choiceLabels } from '../../catalog/choice-labels.ts'
import { stockAlerts } from '../stock-alerts.table.ts'

/** Name with options, 'Longjing, 100 g', and the product page with these preselected. */
export type AlertSubject = { readonly name: string; readonly href: string }

/** Name and link of a product or variation, for emails; null if it no longer exists. */
export async function readAlertSubject(db: Db | Tx, productId: number): Promise<AlertSubject | null> {
  const product = (await loadSellables(db, [productId])).get(productId)
  if (!product) return null
  const choices = Object.fromEntries(Object.entries(product.choices).filter(([, value]) => value !== ''))
  const labels = (await choiceLabels(db, [choices]))(choices).map(({ value }) => value)
  return { name: [product.name, ...labels].join(', '), href: hrefs.product(product.slug, choices) }
}

export type StoredAlert = { readonly alertId: number }

export async function loadAlert(db: Db | Tx, { payload }: { readonly payload: StoredAlert }) {
  const [alert] = await db
    .select({ productId: stockAlerts.productId })
    .from(stockAlerts)
    .where(eq(stockAlerts.id, payload.alertId))
  return alert ? readAlertSubject(db, alert.productId) : null
}

export const sampleAlert = () => ({ name: 'Jasmine Dragon Pearls, 100 g', href: '/product/jasmine-dragon-pearls/' })
