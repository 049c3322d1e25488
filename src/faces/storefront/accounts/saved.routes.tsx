import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { paths } from '../../../platform/web/routes.ts'
import { loadSavedTeas } from '../../../shop/saved/load-saved.ts'
import { SavedSummary } from '../../../shop/saved/pages/saved-summary.tsx'
import { SavedTeas } from '../../../shop/saved/pages/saved-teas.tsx'
import { savedListOf } from '../../../shop/saved/saved.store.ts'
import { rememberSaved, savedOwnerOf } from '../../../shop/saved/saved-session.ts'
import { accountPage, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'

/** /my-account/saved/: the customer's saved teas. */
export function accountSavedRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountSaved, async (context, session) => {
    const owner = await savedOwnerOf(context, shop)
    const { items, share } = await savedListOf(shop.db, owner)
    await rememberSaved(context, shop, owner)
    const teas = await loadSavedTeas(shop.db, items, { now: shop.now(), lowStock: shop.settings().lowStockThreshold })
    return renderAccountPage(context, shop, session, {
      ...{ section: 'saved', title: 'Saved teas' },
      body: <SavedTeas teas={teas} share={share} url={shop.url} />,
    })
  })
  return app
}

const GLANCE_COUNT = 4

/** The newest saved teas for the overview of the account; null if there are none. */
export async function savedSummary(context: Context, shop: AccountContext): Promise<ReactNode> {
  const { items } = await savedListOf(shop.db, await savedOwnerOf(context, shop))
  const { lowStockThreshold: lowStock } = shop.settings()
  const teas = await loadSavedTeas(shop.db, items.slice(0, GLANCE_COUNT), { now: shop.now(), lowStock })
  return teas.length > 0 ? <SavedSummary teas={teas} total={items.length} /> : null
}
