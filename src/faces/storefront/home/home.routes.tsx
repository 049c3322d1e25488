import { type Context, Hono } from 'hono'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { WithProductIndex } from '../../../shop/listing/context.ts'
import { categoriesWithCounts, featuredProducts } from '../../../shop/listing/list-products.ts'
import { cardsBySlug } from '../../../shop/listing/listing.store.ts'
import { hasNoQuery } from '../../../site/content/content.routes.tsx'
import { listPosts, postsBySlug } from '../../../site/content/content.store.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { StorefrontSettings } from '../storefront-settings.ts'
import { HomePage } from './pages/home-page.tsx'

const FEATURED_ON_HOME = 4

const POSTS_ON_HOME = 3

/** Home page: cached for all visitors and without React in the browser. */
export function homeRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'url'> &
    WithProductIndex &
    WithSettings<SiteSettings & StorefrontSettings>,
): Hono {
  return new Hono().get(paths.home, (context) => showHome(context, shop))
}

async function showHome(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'url'> &
    WithProductIndex &
    WithSettings<SiteSettings & StorefrontSettings>,
): Promise<Response> {
  const generation = shop.pages.generation
  const { home, siteTitle, tagline } = shop.settings()
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
  return context.render({
    title: siteTitle,
    description: home.hero.text || tagline,
    canonical: hrefs.home(),
    bodyClass: 'home page woocommerce-page',
    structuredData: [
      { '@type': 'WebSite', name: siteTitle, url: `${shop.url}/` },
      {
        '@type': 'Organization',
        name: siteTitle,
        url: `${shop.url}/`,
        ...(shop.settings().contact ? { email: shop.settings().contact?.email } : {}),
      },
    ],
    ...(home.hero.picture ? { image: hrefs.upload(home.hero.picture.path) } : {}),
    body: <HomePage home={home} featured={featured} categories={categories} posts={posts} notices={[]} />,
    ...(hasNoQuery(context)
      ? { cache: { tags: ['settings', 'listing', 'posts', ...featured.map(({ id }) => `product:${id}`)], generation } }
      : {}),
  })
}
