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

/**
 * Hashes of the style elements that Puck and its drag-and-drop library create; a browser test finds new ones in the
 * console. One contains the id of a dropped block, so it has no hash: browsers report it unless motion is reduced, and a
 * dropped block appears a quarter of a second before it has glided to its place.
 */
const puckStyles = [
  // Puck's style element inside the frame.
  "'sha256-7oCaXV5kddj0GXz76wNgX02JS4wosdTHGA8eb5MQVx4='",
  // Styles during dragging: for the pointer, the element below it, and to prevent text selection.
  "'sha256-P3zrZWkaCzrI/B9T0+WLFRTTY8rvTIfnbvP5TBI9Vgo='",
  "'sha256-E7zJXfkufcgTIQG1Th6iYnoGis+rTfZd044bgiM1kr4='",
  "'sha256-YYLJe/bgx7gKdFc8dp3EM3/S8hpKeZs7JyhfBoZYPuk='",
]

const editor = {
  client: 'src/site/builder/editor/editor.client.tsx',
  title: 'Page builder',
  policy: {
    style: puckStyles,
    frame: ['https://www.youtube.com', 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
  },
}

type BuilderShop = Parameters<typeof openShell>[1] & Pick<Platform, 'now'> & WithSettings<EntrySettings>

/** WordPress's edit URL: `action=sktbuilder` opens the page builder, `action=edit` the screen of the texts (BLD-01). */
export function builderRoutes(shop: BuilderShop): Hono {
  const app = new Hono()
  app.get(paths.adminHomePage, async (context) => {
    const user = await currentUser(context, shop)
    // Users who may not edit the entry get the page builder's own refusal.
    if (!can(user, builderUse)) return openShell(context, shop, builderUse, editor)
    return context.redirect(hrefs.pageBuilder(await openHome(shop, shop.db, shop.now())), 302)
  })
  return app.get(paths.adminPostPhp, async (context) => {
    const { action } = context.req.query()
    const user = await currentUser(context, shop)
    // Visitors are sent to sign-in for every action.
    if (action === 'sktbuilder' || !user) return openShell(context, shop, builderUse, editor)
    if (action !== 'edit' || !can(user, contentWrite)) return context.notFound()
    const page = await findBuilderPage(shop.db, idOf(context.req.query('post')))
    return page ? context.redirect(hrefs.adminEntry(page.kind, page.id), 302) : context.notFound()
  })
}
