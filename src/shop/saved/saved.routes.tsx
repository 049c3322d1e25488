import { type Context, Hono } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { currentAuthSession } from '../../people/identity/auth-session.ts'
import { safeRedirect } from '../../people/identity/safe-redirect.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { WithSettings } from '../../platform/web/context.ts'
import { type FlashNotice, setFlash } from '../../platform/web/flash.tsx'
import { formFields, parseId } from '../../platform/web/form.ts'
import { paths } from '../../platform/web/routes.ts'
import type { InventorySettings } from '../inventory/settings.ts'
import { cardsById } from '../listing/listing.store.ts'
import { loadSavedTeas } from './load-saved.ts'
import { GuestSavedPage, NotSharedPage, SharedListPage } from './pages/saved-page.tsx'
import {
  readSavedList,
  removeTea,
  type SaveProblem,
  savedListOf,
  saveTea,
  shareList,
  unshareList,
} from './saved.store.ts'
import { cleanShareName, MAX_SAVED, type SavedOwner } from './saved.ts'
import {
  forgetPressed,
  newGuest,
  pressedHearts,
  rememberSaved,
  type SavedContext,
  savedOwnerOf,
} from './saved-session.ts'

type Fields = Readonly<Record<string, string>>
type Shop = SavedContext & WithSettings<InventorySettings>

const MAX_NEW_LISTS = 60

const bodyClass = 'saved-teas woocommerce woocommerce-page'

type Changed = {
  readonly status: 204 | 404 | 409 | 429
  readonly notices: readonly FlashNotice[]
  /** The owner of the list; the first save creates a guest. */
  readonly owner?: SavedOwner
}

const nothingChanged: Changed = { status: 204, notices: [] }

const problems: Readonly<Record<SaveProblem['kind'], { status: 404 | 409; text: string }>> = {
  'no-such-product': { status: 404, text: 'This product is not sold here any more.' },
  'list-full': { status: 409, text: `A list holds ${MAX_SAVED} teas. Please remove one first.` },
}

/** Saved teas of guests, all changes of lists, and shared lists. No response is cached. */
export function savedRoutes(shop: Shop): Hono {
  const app = new Hono()

  app.get(paths.saved, async (context) => {
    if (await currentAuthSession(context, shop)) return context.redirect(paths.accountSaved, 302)
    const body = <GuestSavedPage {...(await ownSavedTeas(context, shop))} />
    return context.render({ title: 'Saved teas', bodyClass, noIndex: true, body })
  })

  app.post(paths.saved, async (context) => {
    const fields = await formFields(context)
    const { status, notices } = await changeList(context, shop, fields)
    if (isScriptRequest(context)) return context.body(null, status)
    setFlash(context, shop, notices)
    return context.redirect(safeRedirect(context.req.header('referer'), shop.url) ?? paths.saved, 303)
  })

  app.get(paths.sharedList, async (context) => {
    const list = await readSavedList(shop.db, { shareToken: context.req.param('token') ?? '' })
    // Keeps the token in the URL from other sites.
    context.header('referrer-policy', 'same-origin')
    const page = { bodyClass, noIndex: true } as const
    if (!list?.share) return context.render({ ...page, title: 'Saved teas', status: 404, body: <NotSharedPage /> })
    const { name } = list.share
    const ids = list.items.map(({ productId }) => productId)
    const { cards } = await cardsById(shop.db, ids, shop.now())
    return context.render({ ...page, title: name || 'Saved teas', body: <SharedListPage name={name} cards={cards} /> })
  })

  return app
}

export async function ownSavedTeas(context: Context, shop: Shop) {
  const { owner } = await changeList(context, shop, {})
  const { items, share } = await savedListOf(shop.db, owner)
  const teas = await loadSavedTeas(shop.db, items, { now: shop.now(), lowStock: shop.settings().lowStockThreshold })
  return { teas, share, url: shop.url }
}

/** Scripts accept any type; a browser's form accepts HTML. */
const isScriptRequest = (context: Context): boolean => context.req.header('accept') === '*/*'

/** Applies the presses stored in the cookie, then `fields`. Refreshes the cookie of saved ids. */
async function changeList(context: Context, shop: Shop, fields: Fields) {
  let owner = await savedOwnerOf(context, shop)
  let result: Changed = nothingChanged
  for (const submitted of [...pressedHearts(context), fields]) {
    const changed = await change(context, shop, owner, submitted)
    owner = changed.owner ?? owner
    if (result.status === 204) result = changed
  }
  if (!isScriptRequest(context)) forgetPressed(context, shop)
  await rememberSaved(context, shop, owner)
  return { ...result, owner }
}

async function change(context: Context, shop: Shop, owner: SavedOwner | null, fields: Fields): Promise<Changed> {
  if (fields.save !== undefined) return save(context, shop, owner, fields)
  const productId = parseId(fields.remove)
  if (owner && productId !== null) {
    await removeTea(shop.db, owner, productId)
    return done('It is no longer among your saved teas.')
  }
  if (owner && fields.unshare !== undefined) {
    await unshareList(shop.db, owner)
    return done('The link does not work any more.')
  }
  if (!owner || fields.share === undefined) return nothingChanged
  await shareList(shop.db, owner, cleanShareName(fields.share_name ?? ''), shop.now())
  return done('Your list has a link now.')
}

async function save(context: Context, shop: Shop, current: SavedOwner | null, fields: Fields): Promise<Changed> {
  const productId = parseId(fields.save)
  if (productId === null) return refused(problems['no-such-product'])
  if (!current && !(await mayStartList(context, shop)))
    return refused({ status: 429, text: 'Too many lists were started from your network. Please try again later.' })
  const owner = current ?? newGuest()
  const saved = await saveTea(shop.db, owner, { productId, variationId: parseId(fields.variation_id) }, shop.now())
  if (!saved.ok) return refused(problems[saved.problem.kind])
  const link = { href: paths.saved, label: 'View saved teas', className: 'button' }
  return { status: 204, notices: [{ kind: 'success', text: `“${saved.name}” is saved.`, link }], owner }
}

const done = (text: string): Changed => ({ status: 204, notices: [{ kind: 'success', text }] })

const refused = ({ status, text }: { status: 404 | 409 | 429; text: string }): Changed => ({
  status,
  notices: [{ kind: 'error', text }],
})

async function mayStartList(context: Context, shop: Shop): Promise<boolean> {
  const limiter = addressRateLimiter(shop, { name: 'saved-lists', max: MAX_NEW_LISTS, seconds: 3600 })
  return (await limiter.consume(clientAddress(context))).ok
}
