import { type Context, Hono } from 'hono'
import { categoriesWithCounts, featuredProducts } from '../../../catalog/list-products.ts'
import { cardsBySlug } from '../../../catalog/listing.store.ts'
import { isPlain } from '../../../content/content.routes.tsx'
import { listPosts, postsBySlug } from '../../../content/content.store.ts'
import { HomePage } from '../../../content/pages/home-page.tsx'
import { hrefs, paths } from '../../../routes.ts'
import type { Shop } from '../../../shop.ts'

const FEATURED_ON_HOME = 4

const POSTS_ON_HOME = 3

/** The front page: the same for everybody and without React in the browser. */
export function homeRoutes(shop: Shop): Hono {
  return new Hono().get(paths.home, (context) => showHome(context, shop))
}

async function showHome(context: Context, shop: Shop): Promise<Response> {
  const generation = shop.pages.generation
  const { home, siteTitle, tagline } = shop.settings()
  const now = shop.now()
  const [picks, categories, posts] = await Promise.all([
    home.picks.productSlugs.length > 0
      ? cardsBySlug(shop.db, home.picks.productSlugs, now)
      : featuredProducts(shop, FEATURED_ON_HOME, now),
    categoriesWithCounts(shop),
    home.read.postSlugs.length > 0
      ? postsBySlug(shop.db, home.read.postSlugs)
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
    body: <HomePage home={home} picks={picks} categories={categories} posts={posts} notices={[]} />,
    ...(isPlain(context)
      ? { cache: { tags: ['settings', 'listing', 'posts', ...picks.map(({ id }) => `product:${id}`)], generation } }
      : {}),
  })
}
