import { Hono } from 'hono'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { can } from '../../../platform/access/permissions.ts'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { categoriesWithCounts, featuredProducts } from '../../../shop/listing/list-products.ts'
import { cardsBySlug } from '../../../shop/listing/listing.store.ts'
import { contentWrite } from '../../../site/content/capabilities.ts'
import { cacheOf } from '../../../site/content/content.routes.tsx'
import { listPosts, postsBySlug } from '../../../site/content/content.store.ts'
import { templateTag } from '../../../things/entries/entry.ts'
import type { StorefrontContext } from '../context.ts'
import { withPictures } from './home-content.rest.ts'
import { HOME_TEMPLATE, loadHomeContent } from './home-content.store.ts'
import { type HomeContent, homeFields } from './home-content.ts'
import { HomePage } from './pages/home-page.tsx'

const FEATURED_ON_HOME = 4
const POSTS_ON_HOME = 3

/** Home page: cached for all visitors and without React in the browser. Editors see what they have typed before they save it. */
export function homeRoutes(shop: StorefrontContext): Hono {
  const app = new Hono()
  app.get(paths.home, async (context) => {
    const { generation } = shop.pages
    const { content } = await loadHomeContent(shop.db)
    const { page, tags } = await homePage(shop, content)
    return context.render({ ...page, canonical: paths.home, cache: cacheOf(context, tags, generation) })
  })
  app.post(paths.home, async (context, next) => {
    if (context.req.query('preview') !== 'home-page') return next()
    if (!can(await currentUser(context, shop), contentWrite)) return next()
    const { content: typed = '' } = await formFields(context)
    const parsed = homeFields.safeParse(parseJson(typed))
    const { content: before } = await loadHomeContent(shop.db)
    const content = parsed.success ? await withPictures(shop.db, parsed.data, before) : null
    if (!content) return context.text('This cannot be shown yet: save it, and the form says what to correct.', 422)
    return context.render({ ...(await homePage(shop, content)).page, noIndex: true })
  })
  return app
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function homePage(shop: StorefrontContext, home: HomeContent) {
  const { siteTitle, tagline, contactEmail } = shop.settings()
  const now = shop.now()
  const [featured, categories, posts] = await Promise.all([
    home.featured.productSlugs.length > 0
      ? cardsBySlug(shop.db, home.featured.productSlugs, now)
      : featuredProducts(shop, FEATURED_ON_HOME, now),
    categoriesWithCounts(shop),
    home.journal.postSlugs.length > 0
      ? postsBySlug(shop.db, home.journal.postSlugs)
      : listPosts(shop.db, { page: 1, perPage: POSTS_ON_HOME }).then((list) => list.posts),
  ])
  const products = featured.map(({ id }) => `product:${id}`)
  const tags = [templateTag(HOME_TEMPLATE), 'settings', 'listing', 'posts', ...products]
  const page = {
    title: siteTitle,
    description: home.hero.text || tagline,
    bodyClass: 'home page woocommerce-page',
    structuredData: [
      { '@type': 'WebSite', name: siteTitle, url: `${shop.url}/` },
      { '@type': 'Organization', name: siteTitle, url: `${shop.url}/`, email: contactEmail || undefined },
    ],
    image: home.hero.picture ? hrefs.upload(home.hero.picture.path) : undefined,
    body: <HomePage home={home} featured={featured} categories={categories} posts={posts} />,
  }
  return { page, tags }
}
