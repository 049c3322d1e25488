import { Hono } from 'hono'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { categoriesWithCounts, featuredProducts } from '../../../shop/listing/list-products.ts'
import { cardsBySlug } from '../../../shop/listing/listing.store.ts'
import { cacheOf } from '../../../site/content/content.routes.tsx'
import { listPosts, postsBySlug } from '../../../site/content/content.store.ts'
import { templateTag } from '../../../things/entries/entry.ts'
import type { StorefrontContext } from '../context.ts'
import { HOME_TEMPLATE, loadHomeContent } from './home-content.store.ts'
import { HomePage } from './pages/home-page.tsx'

const FEATURED_ON_HOME = 4
const POSTS_ON_HOME = 3

/** Home page: cached for all visitors and without React in the browser. */
export function homeRoutes(shop: StorefrontContext): Hono {
  return new Hono().get(paths.home, async (context) => {
    const { generation } = shop.pages
    const { siteTitle, tagline, contactEmail } = shop.settings()
    const { content: home } = await loadHomeContent(shop.db)
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
    const tags = [
      templateTag(HOME_TEMPLATE),
      'settings',
      'listing',
      'posts',
      ...featured.map(({ id }) => `product:${id}`),
    ]
    return context.render({
      title: siteTitle,
      description: home.hero.text || tagline,
      canonical: paths.home,
      bodyClass: 'home page woocommerce-page',
      structuredData: [
        { '@type': 'WebSite', name: siteTitle, url: `${shop.url}/` },
        { '@type': 'Organization', name: siteTitle, url: `${shop.url}/`, email: contactEmail || undefined },
      ],
      image: home.hero.picture ? hrefs.upload(home.hero.picture.path) : undefined,
      body: <HomePage home={home} featured={featured} categories={categories} posts={posts} />,
      cache: cacheOf(context, tags, generation),
    })
  })
}
