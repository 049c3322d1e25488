import { sql } from 'drizzle-orm'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { type CheckoutSettings, PRIVACY_PAGE, policySlugs } from '../../shop/checkout/settings.ts'
import { reachableSlugs } from '../../things/entries/old-slugs.store.ts'
import { saveEntry } from '../../things/entries/save-entry.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'

/** A title, and the paragraphs of the page. */
const drafts = {
  terms: [
    'Terms and conditions',
    'These terms apply to what you buy from [name and address of the business].',
    '<strong>Prices and payment.</strong> Prices are in Canadian dollars [with / without taxes]. You pay by [ways to pay].',
    '<strong>Delivery.</strong> We send to [places] within [days].',
    '<strong>Returns.</strong> You may return [what] within [days]. We pay back [what] by the way you paid.',
    '<strong>Questions.</strong> Write to [email address].',
  ],
  privacy: [
    'Privacy policy',
    'What [name of the business] knows about you, why, and for how long.',
    '<strong>Orders.</strong> Your name, addresses and what you bought, for delivery and for [years] years as tax law asks.',
    '<strong>Payments.</strong> Cards are handled by [payment provider]; we never see their numbers.',
    '<strong>Accounts and mail.</strong> [What you keep of accounts, and which mail you send.]',
    '<strong>Your rights.</strong> Ask for your data, or for its deletion, at [email address].',
  ],
} as const

type DraftShop = Pick<Platform, 'db' | 'now'> & WithSettings<EntrySettings & CheckoutSettings>

/** Writes an outline of each policy that has no page yet. Returns how many were written. */
export async function draftPolicies(shop: DraftShop, author: number): Promise<number> {
  let written = 0
  const slugs = policySlugs(shop.settings())
  const published = await reachableSlugs(shop.db, 'page', slugs)
  for (const slug of slugs) {
    const { rows } = await shop.db.execute(sql`select 1 from entries where kind = 'page' and slug = ${slug}`)
    if (published.has(slug) || rows.length > 0) continue
    const [title, ...paragraphs] = slug === PRIVACY_PAGE ? drafts.privacy : drafts.terms
    const content = paragraphs.map((text) => `<p>${text}</p>`).join('\n')
    const page = { kind: 'page', slug, status: 'draft', title, content } as const
    const saved = await saveEntry(shop, shop.db, page, { author, now: shop.now() })
    if (saved.ok) written += 1
  }
  return written
}
