import { Hono } from 'hono'
import { currentUser } from '../../people/identity/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import { idOf } from '../../platform/rest/request.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { findBuilderPage } from '../../site/builder/save-page.ts'
import { builderUse, contentWrite } from '../../site/content/capabilities.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import { openHome } from '../storefront/home/home-document.ts'
import { openShell } from './admin.routes.tsx'

const editor = { client: 'src/site/builder/editor/editor.client.tsx', title: 'Page builder' }

type BuilderShop = Parameters<typeof openShell>[1] & Pick<Platform, 'now'> & WithSettings<EntrySettings>

/** WordPress's address of an entry: `action=sktbuilder` opens the page builder, `action=edit` the screen of its texts (BLD-01). */
export function builderRoutes(shop: BuilderShop): Hono {
  const app = new Hono()
  app.get(paths.adminHomePage, async (context) => {
    const user = await currentUser(context, shop)
    // Whoever may not edit it is refused as by the page builder itself.
    if (!can(user, builderUse)) return openShell(context, shop, builderUse, editor)
    return context.redirect(hrefs.pageBuilder(await openHome(shop, shop.db, shop.now())), 302)
  })
  return app.get(paths.adminPostPhp, async (context) => {
    const { action } = context.req.query()
    if (action === 'sktbuilder') return openShell(context, shop, builderUse, editor)
    const user = await currentUser(context, shop)
    if (!user) return context.redirect(hrefs.login(context.req.url.slice(new URL(context.req.url).origin.length)), 302)
    if (action !== 'edit' || !can(user, contentWrite)) return context.notFound()
    const page = await findBuilderPage(shop.db, idOf(context.req.query('post')))
    return page ? context.redirect(hrefs.adminEntry(page.kind, page.id), 302) : context.notFound()
  })
}
