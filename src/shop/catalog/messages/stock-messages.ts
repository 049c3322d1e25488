import { eq, sql } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { defineMessage, type MessageContext, text } from '../../../things/messages/message.ts'
import { sendMessage } from '../../../things/messages/send-message.ts'
import type { MessageSettings } from '../../../things/messages/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { InventorySettings } from '../../inventory/settings.ts'
import { type StockChange, stockAlertOf } from '../../inventory/stock.ts'
import { parentEntries } from '../catalog.store.ts'
import { products } from '../catalog.table.ts'

type StockSubject = { readonly name: string; readonly slug: string; readonly sku: string | null; readonly left: number }

async function findSubjects(db: Db | Tx, ids: readonly number[]) {
  const rows = await db
    .select({
      id: products.id,
      name: entries.title,
      slug: sql<string>`coalesce(${parentEntries.slug}, ${entries.slug})`,
      sku: products.sku,
    })
    .from(products)
    .innerJoin(entries, eq(entries.id, products.id))
    .leftJoin(parentEntries, eq(parentEntries.id, products.parentId))
    .where(isAnyOf(products.id, ids))
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

type Stored = { readonly productId: number; readonly left: number }

const stockMessage = (
  about: { readonly id: string; readonly title: string; readonly description: string },
  titleOf: (subject: StockSubject) => string,
) =>
  defineMessage({
    ...about,
    to: 'shop',
    subject: (subject: StockSubject, { siteTitle }) => `[${siteTitle}] ${titleOf(subject)}`,
    placeholders: { product_name: ({ name }) => name },
    async load(db, { payload: { productId, left } }: { readonly payload: Stored }) {
      const subject = (await findSubjects(db, [productId])).get(productId)
      return subject ? { ...subject, left } : null
    },
    render(subject: StockSubject, { url }: MessageContext<SiteSettings & MessageSettings>) {
      const title = titleOf(subject)
      const sku = subject.sku ? ` (${subject.sku})` : ''
      const rest = subject.left === 0 ? 'Nothing is left' : `${subject.left} left`
      return {
        preview: title,
        title,
        blocks: [
          text(`${subject.name}${sku}: ${rest}.`),
          { kind: 'button', label: 'See the product', href: url + hrefs.product(subject.slug) },
        ],
      }
    },
    sample: () => ({ name: 'Jasmine Dragon Pearls – 100 g', slug: 'jasmine-dragon-pearls', sku: 'JDP-100', left: 2 }),
  })

export const lowStock = stockMessage(
  { id: 'low-stock', title: 'Low stock', description: 'A product falls to its low stock amount, or below.' },
  ({ name }) => `${name} is low in stock`,
)

export const outOfStock = stockMessage(
  { id: 'no-stock', title: 'Out of stock', description: 'The last piece of a product is sold.' },
  ({ name }) => `${name} is out of stock`,
)

type StockMessageContext = Pick<Platform, 'jobs' | 'now' | 'secret'> &
  WithSettings<InventorySettings & MessageSettings & SiteSettings>

/** Call it in the transaction that took the stock. `cause` identifies the change: one email per product and cause. */
export async function sendStockMessages(
  shop: StockMessageContext,
  tx: Tx,
  changes: readonly StockChange[],
  cause: string,
): Promise<void> {
  const { lowStockThreshold } = shop.settings()
  const alerts = changes.flatMap((change) => {
    const alert = stockAlertOf(change, lowStockThreshold)
    return alert ? [{ alert, change }] : []
  })
  if (alerts.length === 0) return
  const subjects = await findSubjects(
    tx,
    alerts.map(({ change }) => change.productId),
  )
  for (const { alert, change } of alerts) {
    const { productId, after: left } = change
    const subject = subjects.get(productId)
    if (!subject) continue
    await sendMessage(tx, shop, alert === 'out' ? outOfStock : lowStock, {
      key: `stock:${productId}:${cause}`,
      subject: { ...subject, left },
      payload: { productId, left },
    })
  }
}
