import { type Context, Hono } from 'hono'
import { breadcrumbData, type Crumb } from '../../platform/ui/breadcrumbs.tsx'
import { onPage } from '../../platform/ui/pagination.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import {
  allPosts,
  type BlogList,
  findAuthorList,
  findMonthList,
  findTermList,
  JOURNAL,
  loadSidebar,
  monthOf,
  searchList,
} from './blog-lists.store.ts'
import { cacheOf } from './content.routes.tsx'
import { listPosts } from './content.store.ts'
import { BlogPage } from './pages/blog-page.tsx'

/** Three rows of three. */
const POSTS_PER_PAGE = 9

type BlogShop = Pick<Platform, 'db' | 'pages' | 'url'> & WithSettings<SiteSettings>

/** Post lists: all, by category, tag, author or month, and search results. */
export function blogListRoutes(shop: BlogShop): Hono {
  const routes = new Hono()
  const serve = (listPaths: readonly string[], find: (context: Context) => Promise<BlogList | null>) =>
    routes.on('GET', [...listPaths], async (context, next) => {
      const { generation } = shop.pages
      const list = await find(context)
      return list ? showList(context, list, generation) : next()
    })
  const slugOf = (context: Context): string => context.req.param('slug') ?? ''

  serve([paths.blog, paths.blogPage], async (context) => {
    const text = context.req.query('s')?.trim() ?? ''
    return text === '' ? allPosts : searchList(text)
  })
  serve([paths.postCategory, paths.postCategoryPage], (context) => findTermList(shop.db, 'category', slugOf(context)))
  serve([paths.postTag, paths.postTagPage], (context) => findTermList(shop.db, 'post_tag', slugOf(context)))
  serve([paths.postAuthor, paths.postAuthorPage], (context) => findAuthorList(shop.db, slugOf(context)))
  serve([paths.postMonth, paths.postMonthPage], (context) => findMonthList(shop.db, monthOf(context)))

  async function showList(context: Context, list: BlogList, generation: number): Promise<Response> {
    const page = Number(context.req.param('page') ?? 1)
    if (!Number.isSafeInteger(page) || page < 1) return context.notFound()
    const [{ posts, total }, sidebar] = await Promise.all([
      listPosts(shop.db, { page, perPage: POSTS_PER_PAGE, where: list.where }),
      loadSidebar(shop.db),
    ])
    const pages = Math.ceil(total / POSTS_PER_PAGE)
    if (page > 1 && page > pages) return context.notFound()
    const crumbs = crumbsOf(list)
    return context.render({
      title: onPage(list.title, page, pages),
      description: onPage(list.lead, page, pages),
      canonical: list.href(page),
      bodyClass: list.bodyClass,
      structuredData: [breadcrumbData(crumbs, shop.url)],
      noIndex: list.search !== undefined || total === 0,
      ...(list.where && list.search === undefined
        ? { feeds: [{ title: `${list.title} posts`, href: hrefs.feedOf(list.href()) }] }
        : {}),
      body: <BlogPage list={list} crumbs={crumbs} posts={posts} page={page} pages={pages} sidebar={sidebar} />,
      cache: cacheOf(context, ['settings', 'posts'], generation),
    })
  }
  return routes
}

const crumbsOf = (list: BlogList): Crumb[] => [
  { label: 'Home', href: paths.home },
  ...(list === allPosts ? [{ label: JOURNAL }] : [{ label: JOURNAL, href: hrefs.blog() }, { label: list.title }]),
]
