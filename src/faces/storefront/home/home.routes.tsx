import { type Context, Hono, type Next } from 'hono'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { can } from '../../../platform/access/permissions.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { builderUse } from '../../../site/content/capabilities.ts'
import { visibility } from '../../../site/content/content.routes.tsx'
import { findPicture } from '../../../site/content/content.store.ts'
import { textOnPage } from '../../../site/content/show-text.ts'
import { HOME_TEMPLATE, templateTag } from '../../../things/entries/entry.ts'
import { isPreviewKey } from '../../../things/entries/preview-link.ts'
import type { StorefrontContext } from '../context.ts'
import { heroOf, loadHome } from './home-document.ts'
import { HomePage } from './home-page.tsx'

/** Home page, cached for all visitors and without React in the browser. Register `preview` before plain permalinks. */
export function homeRoutes(shop: StorefrontContext) {
  async function show(context: Context, isPreview = false): Promise<Response> {
    const { generation } = shop.pages
    const home = await loadHome(shop.db)
    const hero = heroOf(home.builderDocument)
    const [text, picture] = await Promise.all([
      textOnPage(context, shop, home),
      hero && hero.picture > 0 ? findPicture(shop.db, hero.picture) : null,
    ])
    const { siteTitle, tagline, contactEmail } = shop.settings()
    return context.render({
      title: siteTitle,
      description: hero?.text || tagline,
      bodyClass: 'home page woocommerce-page',
      structuredData: [
        { '@type': 'WebSite', name: siteTitle, url: `${shop.url}/` },
        { '@type': 'Organization', name: siteTitle, url: `${shop.url}/`, email: contactEmail || undefined },
      ],
      image: picture ? hrefs.upload(picture.path) : undefined,
      frames: text.frames,
      scripts: text.scripts,
      body: <HomePage html={text.html} title={(text.isFrame ? hero : text.html.includes('<h1')) ? null : siteTitle} />,
      ...visibility(
        context,
        isPreview ? { isPublic: false } : { isPublic: true, generation },
        paths.home,
        [templateTag(HOME_TEMPLATE), 'settings'],
        text,
      ),
    })
  }

  const preview = new Hono().get(paths.home, async (context: Context, next: Next) => {
    const { preview: previewParam, p, preview_nonce: key = '' } = context.req.query()
    const id = idOf(p)
    if (previewParam !== 'true' || id === 0 || id !== (await loadHome(shop.db)).id) return next()
    const mayRead = isPreviewKey(shop.secret, id, key, shop.now()) || can(await currentUser(context, shop), builderUse)
    return mayRead ? show(context, true) : next()
  })
  return { preview, pages: new Hono().get(paths.home, (context) => show(context)) }
}
